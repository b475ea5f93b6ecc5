/** A mail of which nobody knows whether it went out. Its id is that of the send: a log row it gets when it is settled. */
export interface UncertainSend {
  id: string
  contactName: string
  contactEmail: string
  senderEmail: string
  subject: string
  sequenceId: string | null
  sequenceName: string | null
  stepName: string | null
  isTestEmail: boolean
  /** When it was handed over. */
  startedAt: Date | null
  /** What the server or the line said last. */
  detail: string | null
  /** Its step still waits for it; else it can only be counted as sent. */
  canResend: boolean
}
