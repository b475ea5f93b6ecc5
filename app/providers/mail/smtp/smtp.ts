import { createImapReader } from '~/providers/mail/imap/imap'
import type { MailDeps } from '../deps'
import type { MailProvider, SmtpConfig } from '../types'
import type { SmtpPools } from './pools'

/**
 * A mailbox over SMTP and, where configured, IMAP. Sending shares the pooled connections of `pools`; reading has one
 * connection of its own, opened when it is first needed and closed with the provider.
 */
export function createSmtpProvider(config: SmtpConfig, pools: SmtpPools, deps: MailDeps): MailProvider {
  const lines = pools.acquire(config)
  const reader = config.imap && createImapReader(config, config.imap, deps)
  const provider: MailProvider = {
    canRead: reader !== null,
    connections: deps.maxConnections,
    async send(mail, signal) {
      const result = await lines.transport.send(mail, signal)
      // Behind the caller's back: a copy that fails changes nothing about a mail that is on its way.
      if (result.ok) lines.copies?.add(mail)
      return result
    },
    sync: (cursor, signal) =>
      reader
        ? reader.sync(cursor, signal)
        : Promise.resolve({ ok: true, messages: [], cursor: cursor ?? '{}', more: false }),
    // Without a Sent folder nobody can tell.
    findSent: (sendId, _to, signal) =>
      reader ? reader.findSent(sendId, signal) : Promise.resolve({ ok: true, providerId: null }),
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
      lines.release()
      await reader?.close()
    },
  }
  if (reader) provider.watch = reader.watch
  return provider
}
