import { type LetterItem, renderLetter } from './letter'

export interface ReplyDigest {
  /** The user's name. */
  name: string
  title: string
  replies: LetterItem[]
  /** Those that are due. */
  tasks: LetterItem[]
  inboxUrl: string
  settingsUrl: string
}

/** The daily email with the unread replies and the due tasks, as HTML and as text. */
export const renderReplyDigest = ({ name, title, replies, tasks, inboxUrl, settingsUrl }: ReplyDigest) =>
  renderLetter({
    preview: [...replies, ...tasks]
      .map((item) => item.title)
      .join(', ')
      .slice(0, 200),
    heading: title,
    name,
    text:
      replies.length === 0
        ? 'these tasks are due:'
        : `these replies of the last day are still unread${tasks.length > 0 ? ', and these tasks are due' : ''}:`,
    items: [...replies, ...tasks],
    button: { label: 'Open the inbox', url: inboxUrl },
    note: `You get this email because the reply digest is on. Switch it off in the settings: ${settingsUrl}`,
  })
