/** A finding about an email, shown before it is sent. */
export interface MailFinding {
  /** `error`: emails would be held or broken; `warning`: they may perform badly; `note`: good to know. */
  severity: 'error' | 'warning' | 'note'
  text: string
  /** What to do about it. */
  advice: string
}
