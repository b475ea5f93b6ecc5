import { GMAIL_WORK } from '~/providers/net/budget'
import { deadline } from '~/providers/net/deadline'
import type { ProviderFailure } from '~/providers/net/failure'
import { attachmentTooLarge } from '../message/attachments'
import { foldWords } from '../message/encode'
import { sendIdOf } from '../message/send-id'
import type { MailProvider, OutgoingMail, SendAccepted, SenderAlias, SendResult } from '../types'
import { fetchAttachment } from './fetch'
import { readSentHeaders } from './headers'
import { createGmailSession, type GmailSession, type GmailSessionOptions } from './session'
import { syncGmail } from './sync'

export type GmailProviderOptions = GmailSessionOptions

/** How far back the Sent folder is searched for a send with an unknown outcome. */
const FIND_WITHIN = '30d'
const FIND_PAGES = 4
/** Concurrent calls to one mailbox (reference: at most 5 per user). */
const AT_ONCE = 4

/**
 * A Gmail mailbox over the Gmail API, with the tokens of one grant. Create one per mailbox and task: it keeps no state except its
 * tokens.
 */
export function createGmailProvider(options: GmailProviderOptions): MailProvider {
  const session = createGmailSession(options)
  /** Each call has its own timeout; this limits all of them together. */
  const withinBudget = (signal: AbortSignal) => deadline(options.totalMs ?? GMAIL_WORK.ms, signal)
  return {
    canRead: true,
    atOnce: AT_ONCE,
    send: (mail, signal) => send(session, mail, signal),
    sync: (cursor, signal) => syncGmail(session, cursor, withinBudget(signal)),
    findSent: (sendId, to, signal) => findSent(session, sendId, to, withinBudget(signal)),
    async attachment(id, part, maxBytes, signal) {
      const found = await fetchAttachment(session, id, part, maxBytes, withinBudget(signal))
      if (!found.ok) return found
      return found.content === 'too large'
        ? attachmentTooLarge(maxBytes)
        : { ok: true, content: found.content }
    },
    aliases: (signal) => listAliases(session, withinBudget(signal)),
    close: async () => {},
  }
}

async function send(session: GmailSession, mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> {
  // Gmail reads the recipients from the headers, and removes this one.
  const hidden = mail.bcc?.length
    ? Buffer.from(`Bcc: ${foldWords(mail.bcc.join(', ').split(' '), 5)}\r\n`)
    : Buffer.alloc(0)
  const raw = Buffer.concat([hidden, mail.raw]).toString('base64url')
  const hand = (threadId?: string) =>
    session.call('send', signal, (api, options) =>
      // Never `media`: uploads go to Google whatever the root address is.
      api.users.messages.send({ userId: 'me', requestBody: { raw, ...(threadId && { threadId }) } }, options),
    )
  let sent = await hand(mail.threadId)
  // The thread was deleted or belongs to another mailbox: nothing was accepted, and References still thread the message.
  if (!sent.ok && mail.threadId && sent.code?.startsWith('404')) sent = await hand()
  if (!sent.ok) return sent
  const { id, threadId } = sent.data
  if (!id) return { ok: false, why: 'unknown', detail: 'Gmail accepted the message without returning its id' }
  const headers = await readSentHeaders(session, id, signal)
  return {
    ok: true,
    providerId: id,
    messageId: (headers.ok && headers.get('message-id')) || mail.messageId,
    ...(threadId && { threadId }),
  }
}

async function findSent(
  session: GmailSession,
  sendId: string,
  to: string,
  signal: AbortSignal,
): Promise<SendAccepted | { ok: true; providerId: null } | ProviderFailure> {
  let pageToken: string | undefined
  for (let page = 0; page < FIND_PAGES; page += 1) {
    const listed = await session.call('read', signal, (api, options) =>
      api.users.messages.list(
        {
          userId: 'me',
          labelIds: ['SENT'],
          q: `to:${to} newer_than:${FIND_WITHIN}`,
          maxResults: 50,
          pageToken,
        },
        options,
      ),
    )
    if (!listed.ok) return listed
    for (const { id, threadId } of listed.data.messages ?? []) {
      if (!id) continue
      const headers = await readSentHeaders(session, id, signal)
      if (!headers.ok) {
        if (headers.code?.startsWith('404')) continue
        return headers
      }
      if (sendIdOf(headers.get) !== sendId) continue
      const messageId = headers.get('message-id') ?? ''
      return { ok: true, providerId: id, messageId, ...(threadId && { threadId }) }
    }
    pageToken = listed.data.nextPageToken ?? undefined
    if (!pageToken) break
  }
  return { ok: true, providerId: null }
}

async function listAliases(
  session: GmailSession,
  signal: AbortSignal,
): Promise<{ ok: true; aliases: SenderAlias[] } | ProviderFailure> {
  const listed = await session.call('read', signal, (api, options) =>
    api.users.settings.sendAs.list({ userId: 'me' }, options),
  )
  if (!listed.ok) return listed
  const aliases = (listed.data.sendAs ?? []).flatMap((entry): SenderAlias[] => {
    if (!entry.sendAsEmail) return []
    const isPrimary = entry.isPrimary ?? false
    return [
      {
        sendAsEmail: entry.sendAsEmail.toLowerCase(),
        displayName: entry.displayName ?? '',
        signature: entry.signature ?? '',
        isPrimary,
        isDefault: entry.isDefault ?? false,
        // The account's own address has no status. Gmail silently replaces any other address that is not accepted.
        verificationStatus: isPrimary || entry.verificationStatus === 'accepted' ? 'accepted' : 'pending',
      },
    ]
  })
  return { ok: true, aliases }
}
