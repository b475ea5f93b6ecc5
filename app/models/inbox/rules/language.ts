/** What a language must have: phrases as `phrases.ts` reads them. Further lists are parts of these. */
export interface Language {
  /** Words that begin or end a clause, as a comma does: "and", "thanks". */
  edges: string
  /** Words that change nothing: "really". */
  fillers: string

  /** After it comes a condition, not a statement: "if you are not interested". */
  if: string
  /** Denies: no positive label before the end of a phrase with it. */
  not: string
  /** Denies a denial, or reports one: "it is not that we …", "you said". */
  reported: string
  /** Contradicts what precedes: a reply with it has no positive label. */
  but: string
  /** A question that asks for something. It may defer. */
  request: string

  interested: string
  /** Questions that only an interested person asks. */
  asks: string
  booked: string
  refused: string
  /** Refuses if nothing else is said: "no, thanks" may also answer "anything else?". */
  alone: string
  /** The person asks to hear again later, or says that now is no time. */
  later: string
  /** Somebody else decides, or the person has left. */
  wrong: string
  /** Before the address of somebody else. */
  refers: string
  /** An automatic reply says that its sender is away. */
  away: string

  /** Names separated by spaces: the months, the numbers from one to twelve, the ordinals of the quarters. */
  months: string
  numbers: string
  ordinals: string
  /** A day, a week, a month, a quarter, a year. */
  units: string
  /** Before a number of units: in three weeks. */
  in: string
  /** Before a month: early, in the middle, late, after, in. */
  parts: string
  /** The next week, month, quarter, year. */
  next: string
  /** Far away, but no day. */
  someDay: string
}
