import type { MailDeps } from '~/providers/mail/deps'
import { attachmentTooLarge } from '../message/attachments'
import type { MailProvider, MailServer, SmtpConfig, SyncPage, WatchEnd } from '../types'
import { downloadPart } from './attachments'
import { connectImap, createImapConnection } from './connection'
import { imapFailure } from './failure'
import { findInSent } from './sent'
import { type ImapPage, syncImap, syncOthers, syncSent, unread } from './sync'

/** The reading half of an SMTP/IMAP mailbox, over one connection that is opened on first use. */
export function createImapReader(config: SmtpConfig, server: MailServer, deps: MailDeps) {
  const connection = createImapConnection(config, server, deps)
  return {
    sync: (async (cursor, signal) => {
      const now = await deps.clock.now()
      const received = await connection.use(signal, (client) => syncImap(client, cursor, now, config.folders))
      if (!received.ok) return received
      let page = received
      // Each in a budget of its own: a folder that cannot be read must not keep replies from being read.
      for (const read of [syncSent, syncOthers]) {
        if (page.more) break
        const before = page
        const more = await connection.use(signal, (client) => read(client, before, now, config.email))
        if (!more.ok) {
          page = unread(page, page.others)
          // What the owner wrote is recognized in the others because it was read before.
          break
        }
        page = more
      }
      return pageOf(page)
    }) satisfies MailProvider['sync'],

    attachment: (async (providerId, part, maxBytes, signal) => {
      const found = await connection.use(signal, async (client) => ({
        ok: true as const,
        content: await downloadPart(client, providerId, part, maxBytes),
      }))
      if (!found.ok) return found
      return found.content === 'too large'
        ? attachmentTooLarge(maxBytes)
        : { ok: true, content: found.content }
    }) satisfies MailProvider['attachment'],

    findSent: (sendId: string, signal: AbortSignal) =>
      connection.use(signal, (client) => findInSent(client, sendId)),

    watch: (onNew: () => void, signal: AbortSignal) => watchInbox(config, server, deps, onNew, signal),

    close: () => connection.close(),
  }
}

/** A page without what only the reading needs. */
const pageOf = ({ ok, messages, cursor, more, folders }: ImapPage): SyncPage => ({
  ...{ ok, messages, cursor, more },
  ...(folders && { folders }),
})

/** Waits in IDLE on the inbox, over a connection of its own (RFC 2177). */
async function watchInbox(
  config: SmtpConfig,
  server: MailServer,
  deps: MailDeps,
  onNew: () => void,
  signal: AbortSignal,
): Promise<WatchEnd> {
  const connected = await connectImap(config, server, deps, signal)
  if (signal.aborted) return { ended: 'stopped' }
  if (!connected.ok) return { ended: 'failed', failure: connected }
  const { client, meter } = connected
  const stop = () => client.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (!client.capabilities.has('IDLE')) return { ended: 'unsupported' }
    client.on('exists', ({ count, prevCount }) => {
      if (count > prevCount) onNew()
    })
    await meter.within(deps.budgets.imapWork, () => client.mailboxOpen('INBOX', { readOnly: true }))
    // The server does not announce messages that arrived before this moment.
    onNew()
    while (client.usable && !signal.aborted)
      await meter.within(deps.budgets.imapWatch, () => client.idle(), { renew: true })
    return signal.aborted
      ? { ended: 'stopped' }
      : {
          ended: 'failed',
          failure: { ok: false, why: 'retry', detail: `${server.host} closed the connection` },
        }
  } catch (error) {
    return signal.aborted ? { ended: 'stopped' } : { ended: 'failed', failure: imapFailure(error, server) }
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}
