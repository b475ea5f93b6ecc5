/** A problem or a hint that the user should see before emails are sent. */
export interface Finding {
  /** `stops`: emails would not be sent; `warns`: they are sent, but perhaps not as intended. */
  severity: 'stops' | 'warns'
  text: string
  /** Links to the screens that fix it. */
  fixes: Fix[]
}

export interface Fix {
  label: string
  to: string
}

/** A finding that stops emails, with a link to fix it. */
export const stopFinding = (text: string, label: string, to: string): Finding => ({
  severity: 'stops',
  text,
  fixes: [{ label, to }],
})

/** A warning, with links to what can be done about it. */
export const warnFinding = (text: string, ...fixes: Fix[]): Finding => ({ severity: 'warns', text, fixes })
