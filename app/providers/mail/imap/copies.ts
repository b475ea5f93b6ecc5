import type { MailDeps } from '~/providers/mail/deps'
import type { OutgoingMail, SmtpConfig } from '../types'
import { createImapConnection } from './connection'
import { keepCopy } from './sent'

/** The most messages that wait for their copy; further ones get none. */
const MAX_WAITING = 500
/** After this many consecutive failures the waiting copies are dropped: the folder is unavailable. */
const MAX_FAILURES = 3
/** When a folder that could not be created is looked for again. */
const LOOK_AGAIN_MS = 60 * 60_000

/** Stores copies of sent messages in the mailbox's Sent folder. Best effort: they never delay or fail a send. */
export interface SentCopies {
  add(mail: Pick<OutgoingMail, 'raw' | 'messageId'>): void
  /** Resolves when no copy is waiting. */
  settled(): Promise<void>
  /** Stops at once; waiting messages get no copy. */
  close(): void
}

/** Gmail itself keeps a copy of each message sent through its SMTP server. */
const KEEPS_COPIES = /(^|\.)(gmail|googlemail)\.com$/i

/** Stores the copies of one mailbox one after another over one connection; null if the server keeps copies itself or has no IMAP. */
export function createSentCopies(config: SmtpConfig, deps: MailDeps): SentCopies | null {
  if (!config.imap || KEEPS_COPIES.test(config.imap.host) || KEEPS_COPIES.test(config.smtp.host)) return null
  const connection = createImapConnection(config, config.imap, deps)
  const stopped = new AbortController()
  const waiting: Pick<OutgoingMail, 'raw' | 'messageId'>[] = []
  let needless = false
  let lookAgainAt = 0
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    let failures = 0
    for (let mail = waiting.shift(); mail && !stopped.signal.aborted; mail = waiting.shift()) {
      const copied = mail
      const at = await deps.clock.now()
      if (at.getTime() < lookAgainAt) continue
      const result = await connection.use(stopped.signal, (client) => keepCopy(client, copied, at))
      if (typeof result === 'string') failures = 0
      else failures += 1
      if (result === 'nowhere') lookAgainAt = at.getTime() + LOOK_AGAIN_MS
      // If the server stored its own copy, later messages need none either.
      needless ||= result === 'there'
      if (needless || failures >= MAX_FAILURES) waiting.length = 0
    }
    await connection.close()
  }

  return {
    add(mail) {
      if (needless || stopped.signal.aborted || waiting.length >= MAX_WAITING) return
      waiting.push(mail)
      running ??= work()
        .catch(() => {})
        .finally(() => {
          running = null
        })
    },
    settled: async () => {
      await running
    },
    close() {
      waiting.length = 0
      stopped.abort()
      void connection.close().catch(() => {})
    },
  }
}
