import { textIn } from '~/providers/microsoft/call'
import { MICROSOFT_WORK } from '~/providers/net/budget'
import { deadline } from '~/providers/net/deadline'
import type { ProviderFailure } from '~/providers/net/failure'
import { attachmentTooLarge, readAttachment } from '../message/attachments'
import { foldWords } from '../message/encode'
import type { MailProvider, OutgoingMail, SenderAlias, SendOptions, SendResult } from '../types'
import { LISTED_FIELDS, listedOf, messagePath, readMime } from './messages'
import { acceptedOf, findSent, settleDraft } from './recovery'
import { createMicrosoftSession, type MicrosoftSession, type MicrosoftSessionOptions } from './session'
import { syncMicrosoft } from './sync'

export type MicrosoftProviderOptions = MicrosoftSessionOptions

/** Graph takes four requests at a time for a mailbox (learn.microsoft.com/graph/throttling-limits); one is left for reading it. */
const AT_ONCE = 3

/** A Microsoft 365 or Outlook.com mailbox over Microsoft Graph v1.0, with the tokens of one grant. Create one per mailbox and task. */
export function createMicrosoftProvider(options: MicrosoftProviderOptions): MailProvider {
  const session = createMicrosoftSession(options)
  /** Each call has its own timeout; this limits all of them together. */
  const withinBudget = (signal: AbortSignal) => deadline(options.totalMs ?? MICROSOFT_WORK.ms, signal)
  return {
    canRead: true,
    atOnce: AT_ONCE,
    send: (mail, signal, sending) => send(session, mail, signal, sending),
    sync: (cursor, signal) => syncMicrosoft(session, cursor, withinBudget(signal)),
    findSent: (sendId, to, signal, preparedId) =>
      findSent(session, sendId, to, preparedId ?? null, withinBudget(signal)),
    async attachment(id, part, maxBytes, signal) {
      const read = await readMime(session, id, withinBudget(signal))
      if (!read.ok) return read
      const content = read.raw && (await readAttachment(read.raw, part, maxBytes))
      return content === 'too large' ? attachmentTooLarge(maxBytes) : { ok: true, content }
    },
    aliases: (signal) => listAliases(session, withinBudget(signal)),
    close: async () => {},
  }
}

/**
 * Makes a draft, lets its id be stored, and sends it (learn.microsoft.com/graph/api/user-post-messages, /message-send). A failure that is
 * not `unknown` means that no email was sent and no draft is left.
 */
async function send(
  session: MicrosoftSession,
  mail: OutgoingMail,
  signal: AbortSignal,
  { onPrepared }: SendOptions = {},
): Promise<SendResult> {
  // Graph reads the recipients from the headers, and hides these.
  const hidden = mail.bcc?.length
    ? Buffer.from(`Bcc: ${foldWords(mail.bcc.join(', ').split(' '), 5)}\r\n`)
    : Buffer.alloc(0)
  const mime = Buffer.concat([hidden, mail.raw]).toString('base64')
  const made = await session.call('draft', signal, { method: 'POST', path: '/me/messages', mime })
  if (!made.ok) return made
  const draft = listedOf(made.reply.body)
  if (!draft.id)
    return { ok: false, why: 'unknown', detail: 'Microsoft made a draft without returning its id' }
  try {
    await onPrepared?.(draft.id)
  } catch (error) {
    const detail = `The draft could not be stored: ${error instanceof Error ? error.message : String(error)}`
    return unsent(session, draft.id, { ok: false, why: 'retry', detail })
  }
  const path = `${messagePath(draft.id)}/send`
  const sent = await session.call('send', signal, { method: 'POST', path })
  if (sent.ok) return acceptedOf({ ...draft, messageId: await finalMessageId(session, draft, mail, signal) })
  return sent.why === 'unknown' ? sent : unsent(session, draft.id, sent)
}

/** How long it may take to remove a draft that was not sent, in milliseconds; also after the send itself was stopped. */
const REMOVE_MS = 20_000

/** Removes the draft of a failed attempt. Where that is not certain, so is the outcome: recovery asks for the draft again. */
async function unsent(session: MicrosoftSession, id: string, failure: ProviderFailure): Promise<SendResult> {
  const settled = await settleDraft(session, id, deadline(REMOVE_MS))
  if (settled.ok && settled.fate === 'sent') return acceptedOf(settled.message)
  if (settled.ok || failure.why === 'auth') return failure
  return { ...failure, why: 'unknown' }
}

/** Microsoft may replace the Message-ID of the MIME text when it makes the draft, and again when it sends it. */
async function finalMessageId(
  session: MicrosoftSession,
  draft: { id: string; messageId: string },
  mail: OutgoingMail,
  signal: AbortSignal,
): Promise<string> {
  const path = `${messagePath(draft.id)}?$select=${LISTED_FIELDS}`
  const copy = await session.call('read', signal, { path })
  return (copy.ok && listedOf(copy.reply.body).messageId) || draft.messageId || mail.messageId
}

/** The account's own address and, at work accounts, its others. Whether the tenant lets it send from these cannot be asked. */
async function listAliases(
  session: MicrosoftSession,
  signal: AbortSignal,
): Promise<{ ok: true; aliases: SenderAlias[] } | ProviderFailure> {
  const fields = '$select=displayName,mail,userPrincipalName'
  let got = await session.call('read', signal, { path: `/me?${fields},proxyAddresses` })
  // Personal accounts may not know the field.
  if (!got.ok && got.code?.startsWith('400'))
    got = await session.call('read', signal, { path: `/me?${fields}` })
  if (!got.ok) return got
  const me = got.reply.body
  const primary = (textIn(me, 'mail') || textIn(me, 'userPrincipalName')).toLowerCase()
  const proxies: unknown[] = Array.isArray(me.proxyAddresses) ? me.proxyAddresses : []
  const others = proxies.flatMap((proxy) => {
    const [kind, address = ''] = typeof proxy === 'string' ? proxy.toLowerCase().split(':') : []
    return kind === 'smtp' && address.includes('@') && address !== primary ? [address] : []
  })
  const alias = (sendAsEmail: string): SenderAlias => ({
    ...{ sendAsEmail, displayName: '', signature: '', verificationStatus: 'accepted' },
    ...{ isPrimary: sendAsEmail === primary, isDefault: sendAsEmail === primary },
  })
  return { ok: true, aliases: [primary, ...new Set(others)].map(alias) }
}
