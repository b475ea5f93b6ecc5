import { type LetterItem, renderLetter } from './letter'

export interface ReplyDigest {
  /** The user's name. */
  name: string
  title: string
  replies: LetterItem[]
  inboxUrl: string
  settingsUrl: string
}

/** The daily email with the unread replies, as HTML and as text. */
export const renderReplyDigest = ({ name, title, replies, inboxUrl, settingsUrl }: ReplyDigest) =>
  renderLetter({
    preview: replies
      .map((reply) => reply.title)
      .join(', ')
      .slice(0, 200),
    heading: title,
    name,
    text: 'these replies of the last day are still unread:',
    items: replies,
    button: { label: 'Open the inbox', url: inboxUrl },
    note: `You get this email because the reply digest is on. Switch it off in the settings: ${settingsUrl}`,
  })
