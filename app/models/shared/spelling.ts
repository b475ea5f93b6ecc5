/** Longer names are not compared. */
const LONGEST = 60

/** A name without what differs between spellings: firstName, First-Name and first_name. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The known name that another one is probably meant to be: the same in another spelling, or with one letter wrong, in long names two. Other
 * numbers at the end are other names: `email_2`. So are short names that differ in one letter, and those that differ in the first: `stage` is not
 * `state`, nor `deadline` `headline`.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  const own = bare(name)
  if (name.length > LONGEST || !own) return null
  let best: { name: string; edits: number } | null = null
  for (const name of known) {
    const other = bare(name)
    if (other.length > LONGEST || Math.abs(other.length - own.length) > 2) continue
    if (own !== other && own.replace(/\d{1,9}$/, '') === other.replace(/\d{1,9}$/, '')) continue
    const edits = editsBetween(own, other)
    const isShort = Math.min(own.length, other.length) <= 5
    if (edits > (isShort ? 1 : 2) || (isShort && edits === 1 && isReplaced(own, other))) continue
    if (edits > 1 && Math.min(own.length, other.length) < 7) continue
    if (own !== other && own.slice(1) === other.slice(1)) continue
    if (!best || edits < best.edits) best = { name: name, edits }
  }
  return best?.name ?? null
}

/** The known name that differs from another one in its spelling, or in one letter: missing, added, replaced or exchanged with the next. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const own = bare(name)
  if (name.length > LONGEST || own.length < 3) return undefined
  const names = [...known].filter((candidate) => Math.abs(bare(candidate).length - own.length) <= 1)
  return names.find((name) => bare(name) === own) ?? names.find((name) => editsBetween(own, bare(name)) === 1)
}

/** Whether one letter is another one: no letter is missing, and no two are exchanged. */
const isReplaced = (a: string, b: string): boolean =>
  a.length === b.length && [...a].sort().join('') !== [...b].sort().join('')

/** The number of letters to insert, remove, replace or exchange with the next (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isExchanged) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
