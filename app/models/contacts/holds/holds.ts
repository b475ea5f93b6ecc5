import { z } from 'zod'
import { CONTACT_HOLDS } from '#drizzle/schema/enums'
import type { ContactHoldReason } from '~/engine/types'
import { HOLD_CHOICES } from './hold-words'

/** Whether a name from the URL is that of a hold. */
export const isContactHold = (text: string | undefined): text is ContactHoldReason =>
  CONTACT_HOLDS.some((reason) => reason === text)

/** The body of a decision. */
export const HoldDecision = z.object({ choice: z.enum(HOLD_CHOICES) })

/** A hold of a contact as screens and the API show it. */
export interface ContactHoldFields {
  reason: ContactHoldReason
  /** When it ends by itself. */
  until: Date
  /** What was said. */
  detail: string
  /** The conversation with the message that asks for the decision. */
  conversationId: string | null
}
