import { Honeypot, SpamError } from 'remix-utils/honeypot/server'
import type { App } from '../app.server'
import { invalid } from '../errors'

/** The names of the two fields, as a form sends them. */
export const HONEYPOT_FIELDS = ['name__confirm', 'from__confirm'] as const

/** The trap for programs that fill in every field of a form; all processes share its seed. */
const honeypot = (app: App) => new Honeypot({ encryptionSeed: app.secrets.cookieKey })

/** What the hidden fields of a form need. */
export const honeypotProps = (app: App) => honeypot(app).getInputProps()

/** Refuses a form whose hidden fields were touched. @throws AppError INVALID */
export function refuseSpam(
  app: App,
  fields: Partial<Record<(typeof HONEYPOT_FIELDS)[number], string>>,
): void {
  const form = new FormData()
  const [trap, since] = HONEYPOT_FIELDS
  if (fields[trap] !== undefined || fields[since] !== undefined) {
    form.set(trap, fields[trap] ?? '')
    form.set(since, fields[since] ?? '')
  }
  try {
    honeypot(app).check(form)
  } catch (error) {
    if (error instanceof SpamError)
      invalid('This form was not filled in by a person. Please reload the page and try again.')
    throw error
  }
}
