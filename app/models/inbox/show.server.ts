import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { listEnrollments } from '~/models/sequences/members/contact-enrollments.server'
import { formatDay, formatMoment } from '~/models/shared/format-time'
import { toPlainText } from '~/models/shared/plain-text'
import { textRemoved } from '~/models/shared/removed'
import { optOutWords } from '~/providers/mail/inbound/opt-out'
import { bareSubject } from '~/providers/mail/inbound/subject'
import { readDraft } from './answer/draft.server'
import { listDraftFiles } from './answer/files.server'
import { showQuote } from './answer/quoted.server'
import { readAnswerChoices } from './answer/recipients.server'
import { type Message, UNDO_SECONDS } from './conversation'
import { getConversation } from './conversations.server'
import { listMessages } from './messages.server'
import { listRelated } from './related.server'

/** A conversation as its screen shows it; times are in the user's time zone. @throws AppError NOT_FOUND */
export async function showConversation(db: Db, userId: string, id: string, timezone: string, now: Date) {
  const conversation = await getConversation(db, userId, id)
  const [messages, related, contact, enrollments, draft, files, choices, quote] = await Promise.all([
    listMessages(db, userId, conversation),
    listRelated(db, userId, id),
    getContact(db, userId, conversation.contactId),
    listEnrollments(db, userId, conversation.contactId, timezone),
    readDraft(db, id),
    listDraftFiles(db, id),
    readAnswerChoices(db, userId, id, conversation.contactEmail),
    showQuote(db, userId, id),
  ])
  return {
    conversation: {
      ...conversation,
      until: conversation.snoozedUntil && formatMoment(conversation.snoozedUntil, timezone),
    },
    messages: messages.map((message) => ({
      ...toView(message, timezone, now),
      who: senderOf(message, contact),
      subject: isSame(message.subject, conversation.subject) ? null : message.subject,
    })),
    related: related.map(({ at, ...message }) => ({
      ...message,
      at: at.toISOString(),
      time: formatMoment(at, timezone),
    })),
    contact,
    enrollments,
    // Read without scripts, rich text becomes plain text.
    draft:
      draft &&
      ('html' in draft
        ? { html: draft.html, text: toPlainText(draft.html) }
        : { html: '', text: draft.text }),
    files,
    recipients: { ...choices, given: draft?.recipients ?? choices.one },
    quote: quote && { ...quote, chosen: draft?.quote ?? false },
    proposal: {
      date: proposedDay(conversation.proposedDate, now, timezone),
      email: conversation.proposedEmail,
    },
  }
}

function toView({ whole, at, textRemovedAt, ...message }: Message, timezone: string, now: Date) {
  const waits = message.state === 'scheduled' && message.kind === 'manual'
  const seconds = Math.ceil((at.getTime() - now.getTime()) / 1000)
  return {
    ...message,
    quoted: whole && quotedOf(message.text, whole),
    /** Said in place of its text, if that was removed for its age. */
    removed: textRemovedAt && textRemoved(at, textRemovedAt),
    /** What it says about unsubscribing, while the user has to decide. */
    asks: message.optOut === 'asked' ? optOutWords(message.subject, message.text) : null,
    at: at.toISOString(),
    time: formatMoment(at, timezone),
    /** The seconds until an answer is sent, while sending can be undone. */
    seconds: waits && seconds <= UNDO_SECONDS ? Math.max(0, seconds) : null,
  }
}

/** Who wrote a message, by name if known. */
function senderOf(
  { direction, from, fromName }: Message,
  contact: Parameters<typeof displayName>[0],
): string {
  if (direction === 'out') return 'You'
  return from.toLowerCase() === contact.email.toLowerCase() ? displayName(contact) : fromName || from
}

const isSame = (subject: string, other: string) => bareSubject(subject) === bareSubject(other)

/** What a received text has beyond the sender's own words: the text that it answers. */
function quotedOf(own: string, whole: string): string | null {
  const [inner, outer] = [own.trim(), whole.trim()]
  if (inner === outer) return null
  return outer.startsWith(inner) ? outer.slice(inner.length).trim() || null : outer
}

/** A proposed day that has not passed. */
function proposedDay(day: string | null, now: Date, timezone: string) {
  if (!day || day <= localDay(now, timezone)) return null
  return { value: day, text: formatDay(new Date(`${day}T12:00:00Z`), 'UTC') }
}

type ShownConversation = Awaited<ReturnType<typeof showConversation>>
export type ShownMessage = ShownConversation['messages'][number]
export type ShownRelated = ShownConversation['related'][number]
