/**
 * Phrases are searched in a sentence's words (see sentences.ts): complete words, in any place. Every repetition has a bound, so a search
 * takes linear time.
 */
export const phrases = (...forms: string[]) => new RegExp(` (?:${forms.join('|')})(?= )`)

/** Up to `n` words without a comma between them. */
export const upTo = (n: number) => `(?: [^ ,]{1,30}){0,${n}}`

/** What must follow: the end, a comma, or one of these words. */
export const endOr = (...words: string[]) => `(?= (?:$|${[',', ...words].join('|')}))`
