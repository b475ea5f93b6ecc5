/** As long as a name, a password or the title of a column may be. */
export const MAX_NORMALIZED = 200

/**
 * A text in one of Unicode's normal forms; what goes beyond the bound is cut off. The time for a run of combining marks grows with
 * the square of its length: a megabyte of them would take hours.
 */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.slice(0, MAX_NORMALIZED).normalize(form)
