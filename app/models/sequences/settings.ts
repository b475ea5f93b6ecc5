import { z } from 'zod'
import { optionalText, yesNo } from '~/models/shared/fields'
import { NewSequence, SequenceChange } from './sequence'

/** A form leaves out what is empty or not ticked: there both mean "none", not "as it was". */
const none = <T>(value: T | null | undefined): T | null => value ?? null
const ticked = yesNo.transform((flag) => flag ?? false)

const { timezone, contactLimit, senderAccountId, sendAsEmail, mailboxIds } = SequenceChange.shape

/** What Save as Draft saves (specification document 1, section 4). */
export const SequenceDraft = z.object({
  intent: z.literal('save'),
  name: NewSequence.shape.name,
  description: optionalText(2000).transform(none),
  timezone: timezone.pipe(z.string({ error: 'Timezone is required' })),
  skipWeekends: ticked,
})

/** From whom, to how many and from when it sends: a form of its own. */
export const SequenceSending = z.object({
  intent: z.literal('sending'),
  contactLimit: contactLimit.transform(none),
  senderAccountId: senderAccountId.transform(none),
  sendAsEmail: sendAsEmail.transform(none),
  /** A date in the sequence's zone. */
  startDate: z.iso.date('Invalid date').optional().transform(none),
  mailboxIds: mailboxIds.transform((ids) => ids ?? []),
  trackingEnabled: ticked,
})

/** The Sequence Configuration card as its two forms send it. */
export const SequenceSettings = z.discriminatedUnion('intent', [SequenceDraft, SequenceSending])
export type SequenceSettings = z.output<typeof SequenceSettings>
