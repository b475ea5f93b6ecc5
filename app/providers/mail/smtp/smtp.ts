import { createImapReader } from '~/providers/mail/imap/imap'
import type { MailDeps } from '../deps'
import type { MailProvider, SmtpConfig } from '../types'
import type { SmtpPools } from './pools'

/** One message on its way and two that follow it: more per transaction costs less, and three may be of unknown outcome after a crash. */
const PER_CONNECTION = 3

/**
 * A mailbox over SMTP and, if configured, IMAP. Sending uses the pooled connections of `pools`; reading has a connection of its own,
 * opened on first use and closed with the provider.
 */
export function createSmtpProvider(config: SmtpConfig, pools: SmtpPools, deps: MailDeps): MailProvider {
  const connections = pools.acquire(config)
  const reader = config.imap && createImapReader(config, config.imap, deps)
  const provider: MailProvider = {
    canRead: reader !== null,
    atOnce: PER_CONNECTION * deps.maxConnections,
    async send(mail, signal) {
      const result = await connections.transport.send(mail, signal)
      // In the background: a failed copy must not affect a message that was accepted.
      if (result.ok) connections.copies?.add(mail)
      return result
    },
    sync: (cursor, signal) =>
      reader
        ? reader.sync(cursor, signal)
        : Promise.resolve({ ok: true, messages: [], cursor: cursor ?? '{}', more: false }),
    // Without a Sent folder the outcome cannot be found out.
    findSent: (sendId, _to, signal) =>
      reader ? reader.findSent(sendId, signal) : Promise.resolve({ ok: true, providerId: null }),
    attachment: async (providerId, part, maxBytes, signal) =>
      reader
        ? reader.attachment(providerId, part, maxBytes, signal)
        : {
            ok: false,
            why: 'refused',
            detail: 'This mailbox has no IMAP server to download attachments from',
          },
    aliases: async () => ({
      ok: true,
      aliases: [
        {
          sendAsEmail: config.email.toLowerCase(),
          displayName: '',
          signature: '',
          isPrimary: true,
          isDefault: true,
          verificationStatus: 'accepted',
        },
      ],
    }),
    async close() {
      connections.release()
      await reader?.close()
    },
  }
  if (reader) provider.watch = reader.watch
  return provider
}
