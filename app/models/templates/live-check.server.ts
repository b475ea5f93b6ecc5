import { and, desc, eq, sql } from 'drizzle-orm'
import { contacts, mailAccounts, sequences, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { contactColumns } from '~/models/contacts/columns.server'
import { type Contact, displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { listCustomColumns } from '~/models/contacts/known-variables.server'
import type { Recipient } from '~/models/contacts/variables'
import { toPlainText } from '~/models/shared/plain-text'
import { audienceOf, countLacking } from './lacking.server'
import type { LiveCheck, LiveResult } from './live-check'
import { sanitizeEmailHtml } from './mail-html.server'
import { checkEmail } from './preflight.server'
import { compileTemplate, type MailContent, renderMail } from './render-mail'
import { SAMPLE_CONTACT } from './template.server'

/** Words that people read in a minute. */
const READING_SPEED = 240

/**
 * Shows an email that is being written to one contact, with the signature of the mailbox that will send it, and checks it. Bad content is
 * a problem in the result, never an error.
 * @throws AppError NOT_FOUND for another user's contact or sequence
 */
export async function checkLive(
  db: Db,
  userId: string,
  input: LiveCheck,
  appUrl: string,
): Promise<LiveResult> {
  const { subject, sequenceId } = input
  const content = {
    subject,
    htmlBody: sanitizeEmailHtml(input.htmlBody),
    plainTextBody: input.plainTextBody.trim() ? input.plainTextBody : null,
  }
  const sequence = sequenceId ? await requireSequence(db, userId, sequenceId) : null
  const audience = audienceOf(userId, sequenceId)
  const [contact, mailbox, columns, lacking] = await Promise.all([
    input.contactId ? getContact(db, userId, input.contactId) : firstContact(db, userId, audience),
    senderOf(db, userId, sequence),
    listCustomColumns(db, userId),
    countLacking(db, content, audience),
  ])
  const recipient: Recipient = contact ?? { ...SAMPLE_CONTACT, custom: {} }
  const plain = toPlainText(content.htmlBody, { links: false })
  const words = plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return {
    ...render(content, recipient, { appUrl, ...mailbox }),
    contact: contact && { id: contact.id, name: displayName(contact) },
    mailbox: mailbox?.signature ? mailbox.email : null,
    words,
    seconds: Math.ceil((words / READING_SPEED) * 60),
    lacking,
    findings: plain.trim() ? await checkEmail(content, { ...SAMPLE_CONTACT, custom: {} }, columns) : [],
  }
}

interface Frame {
  appUrl: string
  signature?: string
  postalAddress?: string
}

/** The email for one contact. Where it has no value, the variable's name stands. */
function render(
  content: MailContent,
  recipient: Recipient,
  { appUrl, signature = '', postalAddress = '' }: Frame,
): Pick<LiveResult, 'problem' | 'subject' | 'html' | 'text' | 'held' | 'unfit'> {
  const template = compileTemplate(content)
  const nothing = { subject: '', html: '', text: '', held: [], unfit: [] }
  if ('problem' in template) return { problem: template.problem, ...nothing }
  const frame = { unsubscribeUrl: `${appUrl}/u/preview`, pixelUrl: null, signature, postalAddress }
  const first = renderMail(template, recipient, frame)
  const held = first.ok ? [] : first.missing
  const named = Object.fromEntries(held.map((name) => [name, `[${name}]`]))
  const filled = { ...recipient, custom: { ...recipient.custom, ...named } }
  const shown = first.ok ? first : renderMail(template, filled, frame)
  const unfit = first.ok ? first.unfit : []
  return shown.ok ? { problem: null, ...shown.mail, held, unfit } : { problem: null, ...nothing, held }
}

async function requireSequence(db: Db, userId: string, id: string) {
  const [row] = await db
    .select({
      mailboxId: sql<string | null>`coalesce(${sequences.mailboxIds}[1], ${sequences.senderAccountId})`,
    })
    .from(sequences)
    .where(and(eq(sequences.id, id), eq(sequences.userId, userId)))
  return row ?? notFound('Sequence not found')
}

/** The mailbox that sends the emails of a sequence, else the default one. */
async function senderOf(db: Db, userId: string, sequence: { mailboxId: string | null } | null) {
  const [row] = await db
    .select({
      email: mailAccounts.email,
      signature: mailAccounts.signature,
      postalAddress: mailAccounts.postalAddress,
    })
    .from(mailAccounts)
    .innerJoin(users, eq(users.id, mailAccounts.userId))
    .where(eq(mailAccounts.userId, userId))
    .orderBy(
      sql`${mailAccounts.id} = ${sequence?.mailboxId ?? null}::uuid desc nulls last`,
      sql`${mailAccounts.id} = ${users.defaultSenderAccountId} desc nulls last`,
      mailAccounts.createdAt,
    )
    .limit(1)
  return row
}

async function firstContact(
  db: Db,
  userId: string,
  audience: ReturnType<typeof audienceOf>,
): Promise<Contact | null> {
  const [row] = await db
    .select(contactColumns)
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`${contacts.id} in (${audience})`))
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(1)
  return row ?? null
}
