/** The part of a step that tells its place. */
export interface PlacedStep {
  id: string
  name: string
  order: number
  branchOnly: boolean
}

/** What happens to contacts that take no branch to a main-line step, if it becomes a side step. */
export interface PlaceChange {
  id: string
  name: string
  /** The main-line steps before and after it; null if there is none. */
  before: string | null
  after: string | null
}

/**
 * The main-line steps that branches newly lead to. Each may stay on the main line or become a side step, which only the user knows.
 * @param steps all steps of the sequence, in order
 * @param targets the chosen targets: ids, and other words that name no step
 * @param known targets that the branches led to before
 */
export function newMainLineTargets(
  steps: readonly PlacedStep[],
  targets: readonly string[],
  known: readonly (string | null)[],
): PlaceChange[] {
  const mainLine = steps.filter((step) => !step.branchOnly)
  return mainLine.flatMap(({ id, name }, index) =>
    targets.includes(id) && !known.includes(id)
      ? [{ id, name, before: mainLine[index - 1]?.name ?? null, after: mainLine[index + 1]?.name ?? null }]
      : [],
  )
}
