import { fixedClock } from '~/clock.server'
import { type MailDeps, mailDeps } from '~/providers/mail/deps'
import { createSmtpPools } from '~/providers/mail/smtp/pools'
import { createSmtpProvider } from '~/providers/mail/smtp/smtp'
import type { SmtpConfig } from '~/providers/mail/types'
import { createFaults } from '~/simulators/faults'
import { startImapServer } from '~/simulators/imap/server'
import type { Creating } from '~/simulators/imap/session'
import { createMailProgram } from '~/simulators/mail/mail-program'
import { createPeople } from '~/simulators/mail/people'
import { createMailStore } from '~/simulators/mail/store'
import { startSubmissionServer } from '~/simulators/mail/submission'
import { createTestDatabase } from '../../support/db'

/** Short, so that a stalling server is abandoned soon; long for a loaded machine. */
export const SHORT = { connect: 4_000, greeting: 3_000, silence: 2_500, idle: 2_000 }

/** The simulated SMTP and IMAP servers on real sockets, over a database of their own. */
export async function startMailServers(given: Partial<MailDeps> = {}) {
  const database = await createTestDatabase()
  const clock = fixedClock('2026-03-02T09:00:00Z')
  const { db } = database
  const store = createMailStore({ db, clock })
  const faults = createFaults(db)
  const uids = { validity: 1 }
  const smtp = await startSubmissionServer({ store, faults }, 0)
  const folders = { missing: new Set<string>(), hasAllMail: false, creating: { withUse: false } as Creating }
  const commands: string[] = []
  const imap = await startImapServer(
    {
      ...{ db, store, faults, uidValidity: () => uids.validity },
      ...{ missing: folders.missing, creating: folders.creating },
      get hasAllMail() {
        return folders.hasAllMail
      },
      onCommand: (text) => commands.push(text),
    },
    0,
  )
  const deps = mailDeps({ allowPrivateHosts: true, clock, timeouts: SHORT, ...given })
  const pools = createSmtpPools(deps)

  const configOf = (email: string, more: Partial<SmtpConfig> = {}): SmtpConfig => ({
    email,
    smtp: { host: smtp.host, port: smtp.port, secure: false },
    imap: { host: imap.host, port: imap.port, secure: false },
    username: email,
    password: 'sandbox',
    ...more,
  })
  const openMailbox = (email: string, more: Partial<SmtpConfig> = {}) =>
    createSmtpProvider(configOf(email, more), pools, deps)
  /** Resolves when the copies of what this mailbox sent lie in its Sent folder. */
  const copied = async (email: string, more: Partial<SmtpConfig> = {}) => {
    const lines = pools.acquire(configOf(email, more))
    await lines.copies?.settled()
    lines.release()
  }
  const close = async () => {
    await pools.close()
    await Promise.all([smtp.close(), imap.close()])
    await database.drop()
  }
  return {
    db,
    clock,
    store,
    faults,
    people: createPeople(store),
    mailProgram: createMailProgram(store),
    uids,
    folders,
    /** What the IMAP server was told. */
    commands,
    smtp,
    imap,
    deps,
    pools,
    configOf,
    openMailbox,
    copied,
    close,
  }
}

export type TestMailServers = Awaited<ReturnType<typeof startMailServers>>
