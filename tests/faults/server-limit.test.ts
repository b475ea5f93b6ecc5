import { afterAll, beforeAll, expect, test } from 'vitest'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { createSandbox, type Sandbox } from '~/simulators/sandbox.server'
import { bySize } from '../support/sizes'
import { openWorks, type Works } from './support/works'

const MAILS = bySize(40, 200, 1_000)
/** Each that meets a try after the hold doubles the wait: with all four it is 15 hours. */
const REFUSALS = 4

let works: Works
let sandbox: Sandbox
/** Called for each email that is handed to the server. */
let onSend: () => Promise<void> = async () => {}

beforeAll(async () => {
  works = await openWorks(
    {},
    {
      providers: (real) => ({
        ...real,
        smtp: (config) => {
          const provider = real.smtp(config)
          return {
            ...provider,
            async send(mail, signal) {
              await onSend()
              return provider.send(mail, signal)
            },
          }
        },
      }),
    },
  )
  sandbox = await createSandbox({ db: works.db, env: works.app.env })
})
afterAll(async () => {
  await works?.close()
  await sandbox?.close()
})

test.each(['hourlyLimit', 'policyLimit'] as const)(
  `a server that refuses with "%s" in the middle of ${MAILS} emails loses none and gets none twice`,
  async (kind) => {
    const { app, clock, sql } = works
    const userId = await works.makeUser()
    const input = NewMailbox.parse({
      ...{
        email: `${kind.toLowerCase()}@sender.example`,
        password: 'sandbox',
        dailyLimit: 10_000,
        sendIntervalSeconds: 0,
      },
      ...{ smtpHost: sandbox.smtp.host, smtpPort: sandbox.smtp.port, smtpSecure: false },
    })
    const box = await createSmtpMailbox(app.db, userId, input, await clock.now(), app)
    const people = Array.from({ length: MAILS }, (_, i) => `${kind.toLowerCase()}@company${i}.example`)
    const { sequenceId } = await works.start({ userId, mailboxIds: [box.id], people })
    let handedOver = 0
    onSend = async () => {
      handedOver += 1
      if (handedOver === Math.floor(MAILS / 3))
        await sandbox.google.faults.add({ service: 'smtp', kind, times: REFUSALS })
    }
    await works.playTo(new Date((await clock.now()).getTime() + 4 * 86_400_000))

    const arrived = await sql<{ recipient: string; n: number }[]>`
      select recipient, count(*)::int as n from sandbox.mails where sender = ${input.email} group by 1`
    expect(arrived.filter(({ n }) => n !== 1)).toEqual([])
    expect(arrived.map(({ recipient }) => recipient).sort()).toEqual([...people].sort())
    expect(handedOver).toBe(MAILS + REFUSALS)
    expect(
      await sql`select distinct status, end_reason from sequence_contacts where sequence_id = ${sequenceId}`,
    ).toEqual([{ status: 'completed', end_reason: 'finished' }])
    expect(
      await sql`select state, count(*)::int as n from email_sends where sequence_id = ${sequenceId} group by 1`,
    ).toEqual([{ state: 'sent', n: MAILS }])
    expect(
      await sql`select count(sent_at)::int as sent, count(failed_at)::int as failed from email_logs where sequence_id = ${sequenceId}`,
    ).toEqual([{ sent: MAILS, failed: 0 }])
    expect(
      await sql`select sum(sent)::int as sent, sum(failed)::int as failed from sequence_stats
        where sequence_id = ${sequenceId} and step_id = '00000000-0000-0000-0000-000000000000'`,
    ).toEqual([{ sent: MAILS, failed: 0 }])
    const [after] = await sql`select status, holds from mail_accounts where id = ${box.id}`
    expect(after).toEqual({ status: 'connected', holds: 0 })
    const notices =
      await sql`select title from notifications where user_id = ${userId} and metadata ->> 'mailboxId' = ${box.id}`
    expect(notices.map(({ title }) => title)).toEqual(['Mailbox sends again'])
  },
)
