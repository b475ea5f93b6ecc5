import { createSentCopies, type SentCopies } from '~/providers/mail/imap/copies'
import { configKey, type MailDeps } from '../deps'
import type { SmtpConfig } from '../types'
import { createSmtpTransport, type SmtpTransport } from './transport'

/**
 * Mailboxes whose connections are kept although nobody uses them just now. When more take turns than are kept, none finds
 * its connection again, and a log-in costs more than a mail.
 */
const MAX_IDLE = 1_000

/** The kept connections of one mailbox. */
export interface MailboxLines {
  transport: SmtpTransport
  /** Null where the mailbox has no IMAP. */
  copies: SentCopies | null
}

interface Entry extends MailboxLines {
  users: number
  timer: NodeJS.Timeout | null
}

/**
 * Connections outlive the short-lived providers that use them: mails come in batches, and each batch opens its mailboxes
 * anew. Unused ones are closed after a while, and the longest unused at once when there are many.
 */
export function createSmtpPools(deps: MailDeps) {
  /** In the order of their last use. */
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
    const idle = [...entries].filter(([, one]) => one.users === 0)
    for (const [oldKey, old] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) close(oldKey, old)
  }

  return {
    /** The lines of a mailbox; `release` them once. */
    acquire(config: SmtpConfig): MailboxLines & { release(): void } {
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

    /** How many mailboxes have kept connections. */
    size: () => entries.size,

    async close(): Promise<void> {
      for (const [key, entry] of [...entries]) close(key, entry)
    },
  }
}

export type SmtpPools = ReturnType<typeof createSmtpPools>
