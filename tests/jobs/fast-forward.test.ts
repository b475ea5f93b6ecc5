import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import { fastForward } from '~/jobs/sandbox/fast-forward.server'
import type { MailProvider } from '~/providers/mail/types'
import { createTestApp } from '../support/app'
import { openCampaign } from '../support/campaign'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { addSmtp } from '../support/mailing'
import { createTestUser } from '../support/people'

const PEOPLE = 230
const MINUTE = 60_000
const START = new Date('2026-03-02T09:00:00Z')
/** The first emails are due a day later; from then on the servers are down for this long. */
const DUE = new Date('2026-03-03T09:00:00Z')
const OUTAGE_ENDS = new Date(DUE.getTime() + 20 * MINUTE)

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await createTestDatabase()
  const made = await createTestApp(database, { settings: { SANDBOX: 'on', PORT: '0' } })
  app = { ...made, providers: { ...made.providers, smtp: () => server(made) } }
  await app.sandbox!.clock.freeze(START)
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

const arrived = new Map<string, Date[]>()
let refusals = 0

/** A mail server that is down until the outage ends. */
const server = ({ clock }: App): MailProvider => ({
  canRead: true,
  atOnce: 5,
  async send({ to, sendId, messageId }) {
    const now = await clock.now()
    if (now < OUTAGE_ENDS) {
      refusals += 1
      return { ok: false, why: 'retry', detail: 'The server is away' }
    }
    arrived.set(to, [...(arrived.get(to) ?? []), now])
    return { ok: true, providerId: sendId, messageId }
  },
  sync: async (cursor) => ({ ok: true, messages: [], cursor: cursor ?? '1', more: false }),
  findSent: async () => ({ ok: true, providerId: null }),
  attachment: async () => ({ ok: true, content: null }),
  aliases: async () => ({ ok: true, aliases: [] }),
  close: async () => {},
})

test('plays retries after an outage in a few clock steps', async () => {
  const userId = await createTestUser(app.db)
  const mailboxId = await addSmtp(app.db, userId, START, {
    smtpHost: '127.0.0.1',
    imapHost: '127.0.0.1',
  })
  await openCampaign(app, { userId, mailboxId, people: PEOPLE, now: START })
  let steps = 0
  const { clock } = app.sandbox!
  const freeze = clock.freeze.bind(clock)
  clock.freeze = (at) => {
    steps += 1
    return freeze(at)
  }
  await fastForward(app, new Date(DUE.getTime() + 180 * MINUTE))
  expect(refusals).toBeGreaterThanOrEqual(2 * PEOPLE)
  expect(arrived.size).toBe(PEOPLE)
  for (const times of arrived.values()) expect(times).toHaveLength(1)
  // One for each minute in which something is due: the waits of retries are spread by up to a quarter.
  expect(steps).toBeLessThan(60)
})
