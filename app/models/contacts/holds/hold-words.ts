import type { ContactHoldReason } from '~/engine/types'

/** What the user decides about a contact whose emails wait. */
export const HOLD_CHOICES = ['stop', 'continue'] as const
export type HoldChoice = (typeof HOLD_CHOICES)[number]

interface HoldWords {
  /** Why emails wait, as a sentence. */
  why: string
  /** The buttons. */
  labels: Record<HoldChoice, string>
  /** What each choice does, as the text of its toast. */
  done: Record<HoldChoice, string>
}

/** How each hold is shown. */
export const HOLD_WORDS: Record<ContactHoldReason, HoldWords> = {
  report_unproven: {
    why: 'A report says that an email to this address failed, but it names none of your emails. It may be forged.',
    labels: { stop: 'It is genuine', continue: 'Ignore the report' },
    done: { stop: 'The report counts', continue: 'The sequences continue' },
  },
  sender_unproven: {
    why: 'A message in their name answers none of your emails, and the mail server could not confirm who sent it. It may be forged.',
    labels: { stop: 'It is theirs', continue: 'Ignore the message' },
    done: { stop: 'The message counts as theirs', continue: 'The sequences continue' },
  },
}
