/** Fewer words than this do not tell one refusal from another. */
const MIN_WORDS = 2

/**
 * The words of a refusal without what differs from email to email: addresses, hosts, links, ids, times and numbers. Two refusals with the same
 * ones have the same cause. Empty if too few words are left.
 */
export function sharedWords(detail: string): string {
  const words = detail
    .replace(/https?:\S+/gi, ' ')
    .replace(/\S{0,64}@\S{1,253}/g, ' ')
    .replace(/\b(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}\b/gi, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/\p{N}|\p{Ll}\p{Lu}/u.test(word))
  return words.length < MIN_WORDS ? '' : words.join(' ').toLowerCase()
}
