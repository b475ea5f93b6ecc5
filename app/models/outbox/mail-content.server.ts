import { inArray, sql } from 'drizzle-orm'
import { aliases } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import type { HoldReason } from '~/engine/types'
import { messageIdOf } from '~/models/shared/mail/message-id'
import type { Tokens } from '~/models/shared/mail/stored-text.server'
import { ofEach } from '~/models/shared/row-arrays.server'
import { areLinksReachable, type LinkSettings } from '~/models/templates/link-reach.server'
import { findPlaceholders, namePlaceholders } from '~/models/templates/placeholders'
import { compileTemplate, type EmailFrame, renderMail } from '~/models/templates/render-mail'
import { type MailTemplate, readSources } from './mail-sources.server'
import { type ManualContent, readManual } from './manual.server'
import type { PreparedSend } from './start.server'
import { ownTextOf, type SharedText, shareText } from './store-text.server'

/** What the composer needs besides the rendered content. */
interface Envelope {
  sendId: string
  mailboxId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  /** Further recipients of an email that the user wrote. */
  moreTo: string[]
  cc: string[]
  bcc: string[]
  /** Null for an email that the user wrote. */
  unsubscribeUrl: string | null
  /** Null also where no answers can be read. */
  unsubscribeMail: { address: string; token: string } | null
  /** Message-IDs of the thread's earlier messages, oldest first. Empty starts a new thread. */
  references: string[]
  threadId: string | null
  hasFiles: boolean
}

export interface Content {
  envelope: Envelope
  prepared: PreparedSend
}

const PIXEL = (appUrl: string, token: string) => `${appUrl}/t/o/${token}.gif`
/** The URL of the unsubscribe link and header of one send; see app/routes/public/unsubscribe.tsx. */
export const unsubscribeUrlOf = (appUrl: string, token: string) => `${appUrl}/u/${token}`

/**
 * Renders claimed sends from the current templates and contacts. A follow-up continues the thread when its subject is empty or
 * equal to the first one, or when "same thread" is checked. Emails that the user wrote leave as they are.
 */
export async function prepareSends(db: Db, sendIds: string[], env: LinkSettings): Promise<Content[]> {
  if (sendIds.length === 0) return []
  const { appUrl } = env
  const rows = await readSources(db, sendIds)
  const names = await aliasNames(db, [...new Set(rows.map((row) => row.box.id))])
  const threads = await loadThreads(
    db,
    rows.flatMap((row) => row.send.sequenceContactId ?? []),
  )
  const manual = await readManual(
    db,
    rows.flatMap(({ send }) => (send.isManual ? [send.id] : [])),
  )
  const compiledOf = compileOnce()
  const sharedOf = shareOnce()
  return rows.map(({ send, template, contact, box, sameThread }) => {
    const alias = send.sendAsEmail
    const unsubscribeUrl = unsubscribeUrlOf(appUrl, send.unsubscribeToken)
    const envelope: Envelope = {
      sendId: send.id,
      mailboxId: box.id,
      from: {
        name: (alias && names.get(`${box.id} ${alias.toLowerCase()}`)) || box.displayName,
        address: alias ?? box.email,
      },
      to: {
        name: contact && contact.name !== contact.email ? contact.name : '',
        address: contact?.email ?? send.recipientEmail,
      },
      moreTo: [],
      cc: [],
      bcc: [],
      unsubscribeUrl,
      unsubscribeMail: box.canRead ? { address: box.email, token: send.unsubscribeToken } : null,
      references: [],
      threadId: null,
      hasFiles: false,
    }
    const written = manual.get(send.id)
    if (written) return asWritten(written, envelope, send)
    const hold = (reason: HoldReason, detail: string): Content => ({
      envelope,
      prepared: { sendId: send.id, hold: reason, detail },
    })
    if (!areLinksReachable(env, box)) return hold('links_unreachable', appUrl)
    if (!template) return hold('missing_template', 'The step has no template')
    if (!contact) return hold('missing_variable', 'The contact was deleted')
    const compiled = compiledOf(template)
    if ('problem' in compiled) return hold('missing_variable', compiled.problem)
    if (compiled.placeholders.length > 0)
      return hold('missing_variable', `replace the placeholder ${namePlaceholders(compiled.placeholders)}`)
    const frameOf = (tokens: Tokens): EmailFrame => ({
      unsubscribeUrl: unsubscribeUrlOf(appUrl, tokens.unsubscribeToken),
      pixelUrl: send.tracked ? PIXEL(appUrl, tokens.trackingToken) : null,
      signature: box.signature,
      postalAddress: box.postalAddress,
    })
    const rendering = renderMail(compiled, contact, frameOf(send))
    if (!rendering.ok) return hold('missing_variable', rendering.missing.join(', '))
    if (rendering.unfit.length > 0) return hold('missing_variable', rendering.unfit.join('; '))
    const thread = (send.sequenceContactId && threads.get(send.sequenceContactId)) || []
    const mail = rendering.mail
    const first = thread[0]?.subject
    if (first !== undefined && (sameThread || mail.subject === '' || bare(mail.subject) === bare(first))) {
      envelope.references = thread.flatMap((sentMessage) => sentMessage.messageId ?? [])
      envelope.threadId = thread.findLast((sentMessage) => sentMessage.mailboxId === box.id)?.threadId ?? null
      mail.subject = `Re: ${bare(first)}`
    }
    const shared = sharedOf([template.id, box.id, send.tracked], () =>
      shareText(send.userId, compiled, frameOf),
    )
    const ownText = ownTextOf(mail, shared, send)
    const messageId = messageIdOf(send.id, send.attempts + 1, envelope.from.address)
    const prepared = {
      ...{ sendId: send.id, mail, messageId, threadId: envelope.threadId },
      stored: ownText ? { shared, ownText } : undefined,
    }
    return { envelope, prepared }
  })
}

/** The content of an email that the user wrote. */
function asWritten(
  { subject, html, text, references, threadId, hasFiles, recipients }: ManualContent,
  envelope: Envelope,
  send: { attempts: number; recipientEmail: string },
): Content {
  // An answer may go to a colleague of the contact.
  const to = {
    name: envelope.to.address === send.recipientEmail ? envelope.to.name : '',
    address: send.recipientEmail,
  }
  const { sendId } = envelope
  const messageId = messageIdOf(sendId, send.attempts + 1, envelope.from.address)
  const { to: all = [], cc = [], bcc = [] } = recipients ?? {}
  const unsubscribe = { unsubscribeUrl: null, unsubscribeMail: null }
  return {
    envelope: {
      ...envelope,
      ...unsubscribe,
      to,
      moreTo: all.slice(1),
      cc,
      bcc,
      references,
      threadId,
      hasFiles,
    },
    prepared: { sendId, mail: { subject, html, text }, messageId, threadId },
  }
}

/** Compiles each template once per batch. */
function compileOnce() {
  const compile = (template: MailTemplate) => {
    const compiled = compileTemplate(template)
    return 'problem' in compiled ? compiled : { ...compiled, placeholders: findPlaceholders(template) }
  }
  const compiled = new Map<string, ReturnType<typeof compile>>()
  return (template: MailTemplate) => {
    const known = compiled.get(template.id) ?? compile(template)
    compiled.set(template.id, known)
    return known
  }
}

/** Makes each shared text once per batch. */
function shareOnce() {
  const made = new Map<string, SharedText>()
  return (what: unknown[], make: () => SharedText): SharedText => {
    const key = what.join(' ')
    const known = made.get(key) ?? make()
    made.set(key, known)
    return known
  }
}

/** Strips `Re:` from a subject. */
const bare = (subject: string) => subject.replace(/^(\s*re\s*:\s*)+/i, '').trim()

async function aliasNames(db: Db, mailboxIds: string[]): Promise<Map<string, string>> {
  if (mailboxIds.length === 0) return new Map()
  const rows = await db.select().from(aliases).where(inArray(aliases.accountId, mailboxIds))
  return new Map(rows.map((row) => [`${row.accountId} ${row.sendAsEmail.toLowerCase()}`, row.displayName]))
}

interface SentMessage extends Record<string, unknown> {
  subject: string
  messageId: string | null
  threadId: string | null
  mailboxId: string | null
}

/** Maps each enrollment to the messages that were sent to it, oldest first. */
async function loadThreads(db: Db, enrollments: string[]): Promise<Map<string, SentMessage[]>> {
  const threads = new Map<string, SentMessage[]>()
  if (enrollments.length === 0) return threads
  const rows = await executePrepared<SentMessage & { enrollment: string }>(
    db,
    sql`
    select e.id as enrollment, sent.* from ${ofEach('e', enrollments)}, lateral (
      select s.subject, s.message_id as "messageId", s.provider_thread_id as "threadId",
        s.sender_account_id as "mailboxId"
      from email_sends s where s.sequence_contact_id = e.id and s.state = 'sent'
      order by s.sent_at, s.created_at
    ) sent`,
  )
  for (const { enrollment, ...message } of rows)
    threads.set(enrollment, [...(threads.get(enrollment) ?? []), message])
  return threads
}
