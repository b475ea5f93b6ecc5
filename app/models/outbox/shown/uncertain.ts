import type { EmailIds } from './email-ids.server'

/** An email that may or may not have been sent. `id` is that of the send: it gets a log row once it is settled. */
export interface UncertainSend extends EmailIds {
  id: string
  contactName: string
  contactEmail: string
  senderEmail: string
  subject: string
  sequenceName: string | null
  stepName: string | null
  isTestEmail: boolean
  /** When sending started. */
  startedAt: Date | null
  /** The last server response or network error. */
  detail: string | null
  /** Whether its step still waits for it. If not, it can only be counted as sent. */
  canResend: boolean
}
