import { createSentCopies, type SentCopies } from '~/providers/mail/imap/copies'
import { configKey, type MailDeps } from '../deps'
import type { SmtpConfig } from '../types'
import { createSmtpTransport, type SmtpTransport } from './transport'

/**
 * How many mailboxes keep idle connections. If more mailboxes took turns than are kept, each would find its connection closed, and a
 * log-in costs more than a send.
 */
const MAX_IDLE = 1_000

/** The pooled connections of one mailbox. */
export interface MailboxConnections {
  transport: SmtpTransport
  /** Null if the mailbox has no IMAP. */
  copies: SentCopies | null
}

interface Entry extends MailboxConnections {
  users: number
  timer: NodeJS.Timeout | null
}

/**
 * Connections outlive the short-lived providers that use them, because each batch of sends opens its mailboxes again. Idle connections
 * are closed after a while; if there are many, the longest idle one is closed at once.
 */
export function createSmtpPools(deps: MailDeps) {
  /** Ordered by last use. */
  const entries = new Map<string, Entry>()

  function close(key: string, entry: Entry): void {
    if (entry.timer) clearTimeout(entry.timer)
    entry.transport.close()
    entry.copies?.close()
    if (entries.get(key) === entry) entries.delete(key)
  }

  function retire(key: string, entry: Entry): void {
    entry.timer = setTimeout(() => close(key, entry), deps.timeouts.idle).unref()
    if (entries.size <= MAX_IDLE) return
    const idle = [...entries].filter(([, entry]) => entry.users === 0)
    for (const [oldKey, old] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) close(oldKey, old)
  }

  return {
    /** The connections of a mailbox; call `release` once. */
    acquire(config: SmtpConfig): MailboxConnections & { release(): void } {
      const key = configKey(config)
      const known = entries.get(key)
      const entry: Entry = known ?? {
        transport: createSmtpTransport(config, deps),
        copies: createSentCopies(config, deps),
        users: 0,
        timer: null,
      }
      if (entry.timer) clearTimeout(entry.timer)
      entry.timer = null
      entry.users += 1
      entries.delete(key)
      entries.set(key, entry)
      let released = false
      const release = () => {
        if (released) return
        released = true
        entry.users -= 1
        if (entry.users === 0 && entries.get(key) === entry) retire(key, entry)
      }
      return { transport: entry.transport, copies: entry.copies, release }
    },

    /** How many mailboxes have pooled connections. */
    size: () => entries.size,

    async close(): Promise<void> {
      for (const [key, entry] of [...entries]) close(key, entry)
    },
  }
}

export type SmtpPools = ReturnType<typeof createSmtpPools>
