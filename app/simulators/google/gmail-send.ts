import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { sandboxEntries, sandboxGoogleSendAs, sandboxMails } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { isAddress } from '../accounts'
import { type Call, Refusal } from '../http'
import {
  addressesOf,
  decodeHeader,
  type Header,
  headerOf,
  idsOf,
  joinMessage,
  setHeader,
  splitMessage,
} from '../mail/message'
import { gmailId, type MailStore } from '../mail/store'
import type { GoogleAccount } from './accounts'
import { apiError, jsonOf } from './http'

/** `users.messages.send`: Gmail's changes to a message before sending, and the delivery itself. */
export async function sendMessage(db: Db, store: MailStore, account: GoogleAccount, call: Call) {
  const { raw: encoded, threadId } = jsonOf(call)
  if (typeof encoded !== 'string' || encoded === '')
    throw refused("'raw' RFC822 payload message string or uploading message via /upload/* URL required")
  const { headers: given, body } = splitMessage(Buffer.from(encoded, 'base64url'))

  const to = ['To', 'Cc', 'Bcc'].flatMap((name) => addressesOf(headerOf(given, name)))
  if (to.length === 0) throw refused('Recipient address required')
  if (!to.every(isAddress)) throw refused('Invalid To header')
  if (threadId !== undefined && typeof threadId !== 'string') throw refused('Invalid value at threadId')

  const letter = await store.nextLetterName()
  let headers = given.filter(({ name }) => name.toLowerCase() !== 'bcc')
  headers = setHeader(headers, 'Message-ID', googleMessageId(account, letter))
  headers = await ensureSender(db, account, headers)
  const from = addressesOf(headerOf(headers, 'From'))[0]!

  const { sent } = await store.deliver({
    service: 'gmail',
    raw: joinMessage({ headers, body }),
    from,
    to: [...new Set(to)],
    sentBy: account.email,
    threadId: threadId ? await joinThread(db, account, threadId, headers) : undefined,
  })
  return { id: gmailId(sent!.id), threadId: sent!.threadId, labelIds: sent!.labels }
}

/** Gmail replaces our Message-ID with its own. */
function googleMessageId({ sub }: GoogleAccount, letter: string): string {
  const digest = createHash('sha256').update(`${sub}/${letter}`).digest('base64url')
  return `<CA${digest}@mail.gmail.com>`
}

/** A From that is neither the account nor a verified alias is silently replaced by the account's address. */
async function ensureSender(db: Db, account: GoogleAccount, headers: Header[]): Promise<Header[]> {
  const from = addressesOf(headerOf(headers, 'From'))
  const aliases = await db
    .select({ address: sandboxGoogleSendAs.sendAsEmail })
    .from(sandboxGoogleSendAs)
    .where(
      and(
        eq(sandboxGoogleSendAs.accountSub, account.sub),
        eq(sandboxGoogleSendAs.verificationStatus, 'accepted'),
      ),
    )
  if (from.length === 1 && aliases.some(({ address }) => address === from[0])) return headers
  return setHeader(headers, 'From', `"${account.name}" <${account.email}>`)
}

/**
 * The thread to join: its id must exist in this mailbox, and References and subject must match it; otherwise Gmail starts a new one.
 * @throws Refusal 404 for a thread of another mailbox.
 */
async function joinThread(db: Db, account: GoogleAccount, threadId: string, headers: Header[]) {
  const thread = await db
    .select({ messageId: sandboxEntries.messageId, subject: sandboxMails.subject })
    .from(sandboxEntries)
    .innerJoin(sandboxMails, eq(sandboxMails.id, sandboxEntries.mailId))
    .where(and(eq(sandboxEntries.owner, account.email), eq(sandboxEntries.threadId, threadId)))
  if (thread.length === 0) {
    throw new Refusal(404, apiError(404, 'notFound', 'Requested entity was not found.', 'NOT_FOUND'))
  }
  const named = new Set(['References', 'In-Reply-To'].flatMap((name) => idsOf(headerOf(headers, name))))
  const subject = topic(await decodeHeader(headerOf(headers, 'Subject')))
  const fits = thread.some((mail) => named.has(mail.messageId) && topic(mail.subject) === subject)
  return fits ? threadId : undefined
}

const topic = (subject: string) =>
  subject
    .replace(/^(re|fwd?):\s*/i, '')
    .trim()
    .toLowerCase()

const refused = (message: string) =>
  new Refusal(400, apiError(400, 'invalidArgument', message, 'INVALID_ARGUMENT'))
