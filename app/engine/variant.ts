import { jitter } from './hash'

/** What the choice between variants depends on. */
export interface Weighted {
  /** A whole number of at least 1. */
  weight: number
  /** Inactive variants are never chosen. */
  active: boolean
}

/** What identifies one send of a step. */
export interface VariantKey {
  enrollmentId: string
  stepId: string
  visit: number
}

/**
 * Chooses the variant that is furthest behind its share of the emails of its step, so that the emails stay balanced. If several are, the key
 * decides, so that no order of the contacts becomes a pattern. The same arguments lead to the same choice.
 * @param countOf how many emails had a variant so far
 * @returns null if no variant is active
 */
export function chooseVariant<V extends Weighted>(
  variants: readonly V[],
  countOf: (variant: V) => number,
  key: VariantKey,
): V | null {
  const active = variants.filter((variant) => variant.active)
  const weights = sum(active.map(({ weight }) => weight))
  const emails = sum(active.map(countOf)) + 1
  // How far behind after the next email, times the sum of the weights: whole numbers.
  const behind = active.map((variant) => variant.weight * emails - countOf(variant) * weights)
  const furthest = active.filter((_, index) => behind[index] === Math.max(...behind))
  const { enrollmentId, stepId, visit } = key
  return furthest[jitter(`variant:${enrollmentId}:${stepId}:${visit}`, furthest.length)] ?? null
}

const sum = (numbers: number[]): number => numbers.reduce((all, number) => all + number, 0)
