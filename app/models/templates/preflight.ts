/** Something about a mail that its writer should know before it leaves. */
export interface MailFinding {
  /** `error`: mails would be held or broken; `warning`: they may not do well; `note`: good to know. */
  severity: 'error' | 'warning' | 'note'
  text: string
  /** What to do about it. */
  advice: string
}
