/** As long as a name may be to be compared with others. */
const LONGEST = 100

/** A name without case, spaces and punctuation: `first_name` and `firstName` are the same. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The known name that a misspelt one means: in another spelling (`first_name`, `Skip-Weekends`), or with one letter missing, added,
 * replaced or swapped with the next.
 */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  const given = plain(name)
  const names = [...known]
  return (
    names.find((one) => plain(one) === given) ??
    (given.length > 2 ? names.find((one) => isOneEditApart(plain(one), given)) : undefined)
  )
}

/** Whether one letter is missing, added, replaced, or swapped with the next. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const rests = [
    [a.slice(at + 1), b.slice(at + 1)],
    [a.slice(at), b.slice(at + 1)],
    [a.slice(at + 1), b.slice(at)],
    [a.slice(at, at + 2) === b[at + 1]! + b[at] && a.slice(at + 2), b.slice(at + 2)],
  ]
  return rests.some(([one, other]) => one === other)
}
