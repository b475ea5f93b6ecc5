import type { MailDeps } from '~/providers/mail/deps'
import type { OutgoingMail, SmtpConfig } from '../types'
import { createImapConnection } from './connection'
import { keepCopy } from './sent'

/** Mails that wait for their copy; more are sent without one. */
const MAX_WAITING = 500
/** After so many failures in a row the waiting copies are given up: the folder is not to be had. */
const MAX_FAILURES = 3
/** A folder that cannot be made now may be there later: it is looked for again after so long. */
const LOOK_AGAIN_MS = 60 * 60_000

/** Copies of sent mails for the mailbox's Sent folder. Best effort: they never hold up or fail a send. */
export interface SentCopies {
  add(mail: Pick<OutgoingMail, 'raw' | 'messageId'>): void
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>
  /** Stops at once; what waits gets no copy. */
  close(): void
}

/** Gmail keeps a copy of what is sent through its SMTP server by itself. */
const KEEPS_COPIES = /(^|\.)(gmail|googlemail)\.com$/i

/** The copies of one mailbox, one after the other over one connection; null where none are to be made. */
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
      // Where the server has put its own copy, the next mails need none either.
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
