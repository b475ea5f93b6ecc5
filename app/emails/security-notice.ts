import { renderLetter } from './letter'

/** Something new that can reach an account or send from it. */
interface NewThing {
  kind: string
  subject: string
  /** The address of who did it. */
  address: string
}

const WORDS: Record<string, string> = {
  key_created: 'API key',
  webhook_created: 'webhook to',
  mailbox_connected: 'mailbox',
}

/** The email about new API keys, webhooks and mailboxes, as HTML and as text. */
export const renderSecurityNotice = ({
  name,
  url,
  events,
}: {
  name: string
  url: string
  events: NewThing[]
}) => {
  const things = events.map(({ kind, subject, address }) => `the ${WORDS[kind]} ${subject} (from ${address})`)
  return renderLetter({
    preview: 'If this was not you, change your password',
    heading: 'New in your account',
    name,
    text: `this was added to your Coldframe account: ${things.join('; ')}.`,
    button: { label: 'Look at it', url },
    note: 'If this was not you, remove it, change your password and revoke your API keys.',
  })
}
