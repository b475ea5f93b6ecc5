/** A problem or a hint that the user should see before emails are sent. */
export interface Finding {
  /** `stops`: emails would not be sent; `warns`: they are sent, but perhaps not as intended. */
  severity: 'stops' | 'warns'
  text: string
  /** A link to the screen that fixes it, if any. */
  fix: { label: string; to: string } | null
}

/** A finding that stops emails, with a link to fix it. */
export const stopFinding = (text: string, label: string, to: string): Finding => ({
  severity: 'stops',
  text,
  fix: { label, to },
})

/** A warning, with an optional link to fix it. */
export const warnFinding = (text: string, label?: string, to?: string): Finding => ({
  severity: 'warns',
  text,
  fix: label && to ? { label, to } : null,
})
