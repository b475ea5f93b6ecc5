import type { App } from '~/app.server'
import type { MailboxPreset } from '~/models/mailboxes/presets'

/** While the sandbox is on, its mail server is one of the providers. */
export function sandboxPreset({ sandbox }: App): MailboxPreset[] {
  if (!sandbox) return []
  const { smtp, imap } = sandbox
  return [
    {
      id: 'sandbox',
      name: 'Sandbox mail server',
      smtp: { ...smtp, secure: false },
      imap: { ...imap, secure: false },
      note: 'Takes any address; the password is “sandbox”. Its mails go to the sandbox, to nobody else.',
    },
  ]
}
