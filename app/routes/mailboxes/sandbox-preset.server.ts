import type { App } from '~/app'
import type { MailboxPreset } from '~/models/mailboxes/presets'

/** While the sandbox is on, its mail server is one of the providers to choose. */
export function sandboxPreset({ sandbox }: App): MailboxPreset[] {
  if (!sandbox) return []
  const { smtp, imap } = sandbox
  return [
    {
      id: 'sandbox',
      name: 'Sandbox mail server',
      smtp: { ...smtp, secure: false },
      imap: { ...imap, secure: false },
      note: 'Accepts any address; the password is “sandbox”. Its emails are delivered only to the sandbox.',
    },
  ]
}
