import { z } from 'zod'
import { optionalText, yesNo } from './fields'
import { NewSequence, SequenceChange } from './sequence'

/** A form leaves out what is empty or not ticked: there both mean "none", not "as it was". */
const none = <T>(value: T | null | undefined): T | null => value ?? null
const ticked = yesNo.transform((flag) => flag ?? false)

const { timezone, contactLimit, senderAccountId, sendAsEmail, mailboxIds } = SequenceChange.shape

/** The Sequence Configuration card as its form sends it. */
export const SequenceSettings = z.object({
  name: NewSequence.shape.name,
  description: optionalText(2000).transform(none),
  timezone: timezone.pipe(z.string({ error: 'Timezone is required' })),
  skipWeekends: ticked,
  contactLimit: contactLimit.transform(none),
  senderAccountId: senderAccountId.transform(none),
  sendAsEmail: sendAsEmail.transform(none),
  /** A date in the sequence's zone. */
  startDate: z.iso.date('Invalid date').optional().transform(none),
  mailboxIds: mailboxIds.transform((ids) => ids ?? []),
  trackingEnabled: ticked,
})
export type SequenceSettings = z.output<typeof SequenceSettings>
