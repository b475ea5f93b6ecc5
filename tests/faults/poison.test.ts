import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JOB_NAMES } from '~/jobs/queue/enqueue.server'
import { NewContact } from '~/models/contacts/contact'
import { countOpenJobs } from '~/models/jobs/queue.server'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { compileTemplate } from '~/models/templates/render-mail'
import { NewTemplate } from '~/models/templates/template'
import type { MailProvider, OutgoingMail, SmtpConfig } from '~/providers/mail/types'
import { sized } from '../load/random'
import { inSweep } from '../support/in-sweep'
import { openWorks, type Works } from './support/works'

/** Quality goals, R11: a poisoned email, mailbox or job ends with a reason, and others continue. */

const NEIGHBOURS = sized(20, 1_000)

/** What has arrived, by recipient. */
const arrived = new Map<string, OutgoingMail[]>()
/** What the mailboxes of these addresses do instead of working. */
const broken = new Map<string, Partial<MailProvider> | 'cannot be opened'>()

function server({ email }: SmtpConfig): MailProvider {
  const fault = broken.get(email)
  if (fault === 'cannot be opened') throw new Error('The stored password cannot be read')
  return {
    canRead: true,
    atOnce: 5,
    async send(mail) {
      arrived.set(mail.to, [...(arrived.get(mail.to) ?? []), mail])
      return { ok: true, providerId: mail.sendId, messageId: mail.messageId }
    },
    sync: async (cursor) => ({ ok: true, messages: [], cursor: cursor ?? '1', more: false }),
    findSent: async () => ({ ok: true, providerId: null }),
    attachment: async () => ({ ok: true, content: null }),
    aliases: async () => ({ ok: true, aliases: [] }),
    close: async () => {},
    ...fault,
  }
}

let works: Works
beforeAll(async () => {
  works = await openWorks(
    {},
    { providers: (real) => ({ ...real, smtp: server, verifySmtp: async () => ({ ok: true }) }) },
  )
})
afterAll(() => works?.close())

let runs = 0
/** One poisoned sequence, and healthy ones in the same mailbox and in another. */
async function open({ htmlBody = '<p>Hello</p>', ownBox = false } = {}) {
  const run = ++runs
  const { app, db } = works
  const userId = await works.makeUser()
  const box = async (name: string) => {
    const email = `${name}${run}@sender.example`
    const input = NewMailbox.parse({
      ...{ email, smtpHost: 'smtp.sender.example', imapHost: 'imap.sender.example', password: 'a password' },
      ...{ dailyLimit: 10_000, sendIntervalSeconds: 0 },
    })
    return (await createSmtpMailbox(db, userId, input, await works.clock.now(), app)).id
  }
  const boxes = [await box('poison'), await box('healthy')]
  const person = `poison${run}@people.example`
  const neighbours = Array.from({ length: NEIGHBOURS }, (_, i) => `n${run}-${i}@people.example`)
  const poison = await works.start({ userId, mailboxIds: [boxes[0]!], people: [person], htmlBody })
  const half = neighbours.length / 2
  const beside = ownBox ? boxes[1]! : boxes[0]!
  await works.start({ userId, mailboxIds: [beside], people: neighbours.slice(0, half) })
  await works.start({ userId, mailboxIds: [boxes[1]!], people: neighbours.slice(half) })
  return {
    ...{ userId, person, neighbours, poison, boxes, email: `poison${run}@sender.example` },
    /** Plays two days by default and returns how the poisoned email ended; all others must have been sent. */
    async play(hours = 48) {
      await works.playTo(new Date((await works.clock.now()).getTime() + hours * 3_600_000))
      for (const to of neighbours) expect([to, arrived.get(to)?.length]).toEqual([to, 1])
      expect(await countOpenJobs(db, JOB_NAMES)).toBe(0)
      expect(await works.stuck()).toBe(0)
      const [send] = await works.sql`
        select s.state, s.error, e.status, e.end_reason as "endReason", e.hold_reason as "holdReason"
        from sequence_contacts e left join email_sends s on s.sequence_contact_id = e.id
        where e.sequence_id = ${poison.sequenceId}`
      return send!
    },
  }
}

describe('a poisoned email', () => {
  inSweep('renders and sends a template with a megabyte of variables quickly', async () => {
    const body = '{{first_name | default: "x"}}'.repeat(34_000)
    const stage = await open({ htmlBody: body })
    const before = process.cpuUsage()
    compileTemplate({ subject: 'S', htmlBody: body, plainTextBody: null })
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000)
    expect(await stage.play()).toMatchObject({ state: 'sent' })
    expect(arrived.get(stage.person)).toHaveLength(1)
  })

  test('refuses HTML nested ten thousand deep, and sends a stored one as text', async () => {
    const deep = `${'<div>'.repeat(10_000)}Deep${'</div>'.repeat(10_000)}`
    await expect(open({ htmlBody: deep })).rejects.toThrow('nested too deeply')
    const stage = await open()
    await works.sql`
      update templates set html_body = ${deep} where id in (
        select template_id from steps where sequence_id = ${stage.poison.sequenceId})`
    expect(await stage.play()).toMatchObject({ state: 'sent' })
    expect(arrived.get(stage.person)![0]!.raw.toString()).toMatch(/text\/plain/)
  })

  inSweep('refuses a contact field of five megabytes, and survives a stored one', async () => {
    const big = 'x'.repeat(5 * 1024 * 1024)
    for (const fields of [{ firstName: big }, { name: big }, { custom: { big } }, { title: big }]) {
      expect(NewContact.safeParse({ email: 'a@people.example', ...fields }).success).toBe(false)
    }
    expect(NewTemplate.safeParse({ name: 'T', subject: 'S', htmlBody: big }).success).toBe(false)
    const stage = await open({ htmlBody: '<p>{{big | default: "none"}}</p>' })
    await works.db.execute(sql`
      update contacts set custom = jsonb_build_object('big', repeat('x', 5 * 1024 * 1024)) where email = ${stage.person}`)
    expect(await stage.play()).toMatchObject({ state: 'sent' })
  })

  inSweep('fails with a logged reason when it cannot be composed', async () => {
    const stage = await open()
    await works.sql`update contacts set email = ${`a@${'ü'.repeat(200)}.example`} where email = ${stage.person}`
    const end = await stage.play()
    expect(end).toMatchObject({ state: 'failed', status: 'stopped', endReason: 'send_failed' })
    expect(end.error).not.toBe('')
    const logs =
      await works.sql`select failed_at, detail from email_logs where sequence_id = ${stage.poison.sequenceId}`
    expect(logs).toMatchObject([{ detail: end.error, failed_at: expect.stringContaining('2026-03') }])
  })
})

describe('a poisoned mailbox', () => {
  test('must reconnect when its secret cannot be opened, and its enrollments wait', async () => {
    const stage = await open({ ownBox: true })
    broken.set(stage.email, 'cannot be opened')
    expect(await stage.play()).toMatchObject({ status: 'active', holdReason: 'mailbox_not_connected' })
    const [box] =
      await works.sql`select status, status_detail from mail_accounts where id = ${stage.boxes[0]!}`
    expect(box).toEqual({ status: 'token_expired', status_detail: 'The stored password cannot be read' })
    const notices =
      await works.sql`select 1 from notifications where user_id = ${stage.userId} and type = 'system'`
    expect(notices).toHaveLength(1)
  })

  inSweep('does not delay first emails when its sync always throws', async () => {
    const stage = await open({ ownBox: true })
    broken.set(stage.email, {
      sync: () => {
        throw new Error('a defect')
      },
    })
    expect(await stage.play(24.5)).toMatchObject({ state: 'sent' })
    // Its window would be checked every minute while the inbox is unreadable.
    broken.delete(stage.email)
  })

  test('makes sends uncertain when sending always throws', async () => {
    const stage = await open({ ownBox: true })
    broken.set(stage.email, {
      send: () => {
        throw new Error('a defect')
      },
    })
    expect(await stage.play()).toMatchObject({
      state: 'uncertain',
      holdReason: 'uncertain_send',
      error: 'a defect',
    })
    expect(arrived.get(stage.person)).toBeUndefined()
  })
})

describe('a poisoned job', () => {
  test.each([
    ['of an older version', 'send-step', { queue: 'mailbox-7' }],
    ['of a newer version', 'send-step', { shard: 3, since: 'later' }],
    ['about what is gone', 'sync-mailbox', { mailboxId: crypto.randomUUID() }],
    ['about what is no id', 'replan-sequence', { sequenceId: 'S1' }],
    ['with nothing in it', 'import-contacts', {}],
  ])('%s ends, and the queue drains', async (_, name, payload) => {
    const stage = await open()
    await works.sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts := 1)`
    expect(await stage.play()).toMatchObject({ state: 'sent' })
  })
})
