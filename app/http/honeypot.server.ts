import { Honeypot, SpamError } from 'remix-utils/honeypot/server'
import type { App } from '../app'
import { invalid } from '../errors'

/** The names of the two hidden fields, as a form sends them. */
export const HONEYPOT_FIELDS = ['name__confirm', 'from__confirm'] as const

/** The trap for bots that fill in every field of a form; all processes share its seed. */
const honeypots = (app: App) => app.secrets.cookieKeys.map((key) => new Honeypot({ encryptionSeed: key }))

/** The properties of a form's hidden fields. */
export const honeypotProps = (app: App) => honeypots(app)[0]!.getInputProps()

/** Refuses a form whose hidden fields were filled in. @throws AppError INVALID */
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
  // The form may have been opened before APP_SECRET was changed.
  if (!honeypots(app).some((honeypot) => isEmpty(honeypot, form)))
    invalid('This looks like an automated submission. Please reload the page and try again.')
}

function isEmpty(honeypot: Honeypot, form: FormData): boolean {
  try {
    honeypot.check(form)
    return true
  } catch (error) {
    if (error instanceof SpamError) return false
    throw error
  }
}
