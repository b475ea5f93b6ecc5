import type { Database } from '~/db.server'
import type { Env } from '~/env.server'
import { type AiSimulator, createAiSimulator } from './ai'
import { createSandboxClock, type SandboxClock } from './clock'
import { createGoogleSimulator, type GoogleSimulator } from './google'
import { startImapServer } from './imap/server'
import { createLeadSimulator, type LeadSimulator } from './leads'
import { startSubmissionServer } from './mail/submission'
import { createMicrosoftSimulator, type MicrosoftSimulator } from './microsoft'
import { startSystemSmtp } from './smtp'

/** The simulated outside world of one installation, and its adjustable clock. */
export interface Sandbox {
  clock: SandboxClock
  google: GoogleSimulator
  microsoft: MicrosoftSimulator
  ai: AiSimulator
  leads: LeadSimulator
  /** Where our own emails are submitted. */
  smtpUrl: string
  /** The mail servers for SMTP/IMAP mailboxes: any address is a mailbox, its password is `sandbox`. No TLS. */
  smtp: { host: string; port: number }
  imap: { host: string; port: number }
  close(): Promise<void>
}

/** UIDs are numbers of the store, which are never reused. */
const UID_VALIDITY = 1
/** Ports of the mail servers, relative to the web port: they must stay the same after a restart. */
const SMTP_OFFSET = 25
const IMAP_OFFSET = 143

export async function createSandbox({ db, env }: Pick<Database, 'db'> & { env: Env }): Promise<Sandbox> {
  const clock = createSandboxClock(db)
  const google = createGoogleSimulator({ db, clock, publicBaseUrl: env.appUrl })
  const { store, faults } = google
  const system = await startSystemSmtp(store)
  const port = (offset: number) => (env.port > 0 && env.port + offset <= 65_535 ? env.port + offset : 0)
  const smtp = await startSubmissionServer({ store, faults }, port(SMTP_OFFSET))
  const imap = await startImapServer(
    { db, store, faults, uidValidity: () => UID_VALIDITY },
    port(IMAP_OFFSET),
  )
  return {
    clock,
    google,
    microsoft: createMicrosoftSimulator({ db, store, faults, publicBaseUrl: env.appUrl }),
    ai: createAiSimulator({ faults }),
    leads: createLeadSimulator({ db, faults }),
    smtpUrl: system.url,
    smtp: { host: smtp.host, port: smtp.port },
    imap: { host: imap.host, port: imap.port },
    close: async () => {
      await Promise.all([system.close(), smtp.close(), imap.close()])
    },
  }
}
