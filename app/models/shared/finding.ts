/** Something that would go wrong, or that the user should know before mails leave. */
export interface Finding {
  /** `stops`: mails would wait; `warns`: they leave, but perhaps not as meant. */
  severity: 'stops' | 'warns'
  text: string
  /** Where it can be fixed; null where nothing has to be. */
  fix: { label: string; to: string } | null
}

/** What keeps emails from leaving, with the link that fixes it. */
export const stops = (text: string, label: string, to: string): Finding => ({
  severity: 'stops',
  text,
  fix: { label, to },
})

/** What the user should know, with a link where something can be done. */
export const warns = (text: string, label?: string, to?: string): Finding => ({
  severity: 'warns',
  text,
  fix: label && to ? { label, to } : null,
})
