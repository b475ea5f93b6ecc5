import { z } from 'zod'
import { ANSWER_KINDS } from '#drizzle/schema/enums'

/** What the user says a received message is. */
export const KindBody = z.object({
  kind: z.enum(ANSWER_KINDS, 'Choose "reply" or "auto_reply"'),
})
export type KindBody = z.output<typeof KindBody>

/** Whether a message asked for no more email. */
export const OptOutBody = z.object({
  decision: z.enum(['unsubscribe', 'keep'], 'Choose "unsubscribe" or "keep"'),
})
export type OptOutDecision = z.output<typeof OptOutBody>['decision']

const listQuery = z.string().max(1000).optional()

/** The buttons of a received message: each sends one of these fields. */
export const MessageForm = z.object({
  kind: KindBody.shape.kind.optional(),
  decision: OptOutBody.shape.decision.optional(),
  /** The query string of the list. */
  listQuery,
})

/** The buttons of a message that may belong to the conversation. */
export const RelatedForm = z.object({
  act: z.enum(['attach', 'dismiss'], 'Unknown action').default('attach'),
  listQuery,
})
