import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { LANES } from '~/jobs/queue/lanes'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { startWorker, type Worker } from '~/jobs/worker.server'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import type { MailProvider, OutgoingMail, SendResult, SmtpConfig } from '~/providers/mail/types'
import { sized } from '../load/random'
import { until } from '../support/until'
import { openWorks, type Works } from './support/works'

/** Mailboxes of one account whose server accepts each message and never replies. */
const SILENT = 40
const CONNECTIONS = 5
/** Emails of each of them. */
const MAILS = sized(CONNECTIONS, 2 * CONNECTIONS)
const DAY = 86_400_000

const held: (() => void)[] = []
const arrived: string[] = []
let silent = true

function server({ email }: SmtpConfig): MailProvider {
  const accept = ({ sendId, messageId }: OutgoingMail): SendResult => ({
    ok: true,
    providerId: sendId,
    messageId,
  })
  return {
    canRead: false,
    atOnce: CONNECTIONS,
    send(mail) {
      if (silent && email.startsWith('silent'))
        return new Promise((resolve) => held.push(() => resolve(accept(mail))))
      arrived.push(mail.to)
      return Promise.resolve(accept(mail))
    },
    sync: async (cursor) => ({ ok: true, messages: [], cursor: cursor ?? '1', more: false }),
    findSent: async () => ({ ok: true, providerId: null }),
    attachment: async () => ({ ok: true, content: null }),
    aliases: async () => ({ ok: true, aliases: [] }),
    close: async () => {},
  }
}

let works: Works
let worker: Worker
beforeAll(async () => {
  works = await openWorks(
    {},
    { providers: (real) => ({ ...real, smtp: server, verifySmtp: async () => ({ ok: true }) }) },
  )
})
afterAll(async () => {
  silent = false
  for (const release of held.splice(0)) release()
  await worker?.stop()
  await works?.close()
})

async function add(userId: string, email: string): Promise<string> {
  const input = NewMailbox.parse({
    ...{ email, smtpHost: 'smtp.sender.example', password: 'a password' },
    ...{ dailyLimit: 1_000, sendIntervalSeconds: 0 },
  })
  return (await createSmtpMailbox(works.db, userId, input, await works.clock.now(), works.app)).id
}

test('silent mail servers use a share of the slots, and other users’ emails leave', async () => {
  const start = await works.clock.now()
  const [attacker, other] = [await works.makeUser(), await works.makeUser()]
  for (let box = 0; box < SILENT; box++) {
    const mailboxIds = [await add(attacker, `silent${box}@sender.example`)]
    const people = Array.from({ length: MAILS }, (_, i) => `held${i}of${box}@people.example`)
    await works.start({ userId: attacker, mailboxIds, people })
  }
  works.clock.set(new Date(start.getTime() + DAY))
  await runDueScan({ app: works.app, worker: 'a worker', signal: new AbortController().signal })
  worker = await startWorker(works.app)
  // This user's share of the slots is taken, each with as many emails as a mailbox has connections.
  const most = LANES.send.perUser * CONNECTIONS
  await until(() => expect(held).toHaveLength(most))

  const friends: string[] = []
  for (let i = 0; i < 24; i++) {
    const box = await add(other, `good${i}@sender.example`)
    friends.push(`friend${i}@people.example`)
    await works.start({ userId: other, mailboxIds: [box], people: [friends.at(-1)!] })
  }
  works.clock.set(new Date(start.getTime() + 2 * DAY))
  await enqueue(works.db, 'due-scan', {})
  await until(async () => {
    // As every minute.
    await enqueue(works.db, 'due-scan', {})
    expect([...arrived].sort()).toEqual([...friends].sort())
  })
  expect(held).toHaveLength(most)
})
