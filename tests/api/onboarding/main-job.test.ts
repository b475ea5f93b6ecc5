import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
})
afterAll(() => server?.close())

const DAY = 24 * 60

describe('the main job', () => {
  const people = ['ann', 'bob', 'cora', 'dan'].map((name) => `${name}@people.example`)
  let sequence: { id: string }
  let second: { id: string }

  test('sends the first email to each contact of a linked list once', async () => {
    await client.connectMailbox('sender@coldframe.example')
    const list = await client.ok('POST', '/api/personas', {
      name: 'People',
      industry: 'Software',
      jobTitle: 'CTO',
      location: 'Berlin',
    })
    for (const email of people) {
      const name = email.split('@')[0]!
      await client.ok('POST', '/api/contacts', {
        email,
        firstName: name[0]!.toUpperCase() + name.slice(1),
        personaId: list.id,
      })
    }
    const template = await client.ok('POST', '/api/templates', {
      name: 'Hello',
      subject: 'Hello {{first_name}}',
      htmlBody: '<p>Dear {{ first_name | default: "friend" }}</p>',
    })
    sequence = await client.ok('POST', '/api/sequences', { name: 'First', timezone: 'Europe/Paris' })
    await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
      stepType: 'send_email',
      templateId: template.id,
      delayDays: 1,
      sendHour: 9,
      sendMinute: 0,
      reactionWindowHours: 24,
    })
    second = await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
      stepType: 'send_email',
      templateId: template.id,
      delayDays: 1,
      sendHour: 10,
      sendMinute: 30,
      reactionWindowHours: 24,
      sameThread: true,
    })
    await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
    await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
    expect((await client.ok('GET', `/api/sequences/${sequence.id}/analytics`)).pendingEmails).toBe(4)

    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * DAY })
    const mails = await client.sandboxMails()
    expect(mails.map((mail: { to: string }) => mail.to).sort()).toEqual(people)
    const [first] = await client.ok('GET', `/sandbox/messages?to=${people[0]}`)
    expect(first.subject).toBe('Hello Ann')
    expect(first.html).toContain('Dear Ann')
    expect(first.text).toContain('Unsubscribe: http')
    const names = Object.keys(first.headers).map((name) => name.toLowerCase())
    expect(names).toEqual(
      expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'x-reference-id']),
    )
  })

  test('reports reactions and sends no follow-up after them', async () => {
    const [ann, bob, cora] = await Promise.all(
      people.slice(0, 3).map(async (to) => (await client.ok('GET', `/sandbox/messages?to=${to}`))[0]),
    )
    await client.ok('POST', `/sandbox/messages/${ann.id}/open`)
    await client.ok('POST', `/sandbox/messages/${bob.id}/reply`, { text: 'Tell me more' })
    await client.ok('POST', `/sandbox/messages/${cora.id}/unsubscribe`)
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 10 * DAY })

    const byPerson = await Promise.all(people.map((to) => client.ok('GET', `/sandbox/messages?to=${to}`)))
    expect(byPerson.map((mails) => mails.length)).toEqual([2, 1, 1, 2])
    expect(byPerson[0][1].subject).toBe('Re: Hello Ann')
    expect(byPerson[0][1].headers['In-Reply-To']).toBeTruthy()

    const report = await client.ok('GET', `/api/sequences/${sequence.id}/analytics`)
    expect(report).toMatchObject({ totalEmailsSent: 6, totalOpened: 1, totalReplied: 1, pendingEmails: 0 })
    expect(report.stepStats[1]).toMatchObject({ stepId: second.id, totalSent: 2, totalOpened: 0 })
    const log = await client.ok('GET', '/api/email-sends')
    expect(log).toHaveLength(6)
    expect(log.filter((row: { status: string }) => row.status === 'Reply')).toHaveLength(1)
    expect(log.filter((row: { status: string }) => row.status === 'Open')).toHaveLength(1)
  })

  test('the counters of the report agree with a recount', async () => {
    const [counted] = await server.database.sql`
      select sum(sent)::int as sent, sum(opened)::int as opened, sum(replied)::int as replied, sum(bounced)::int as bounced,
        sum(failed)::int as failed, sum(pending)::int as pending, sum(active)::int as active from sequence_stats
      where sequence_id = ${sequence.id} and step_id = '00000000-0000-0000-0000-000000000000'`
    const [recount] = await server.database.sql`
      select count(sent_at)::int as sent, count(opened_at)::int as opened, count(replied_at)::int as replied,
        count(bounced_at)::int as bounced, count(failed_at)::int as failed from email_logs where sequence_id = ${sequence.id}`
    const [people] = await server.database.sql`
      select count(*) filter (where status = 'active' and next_action = 'send')::int as pending,
        count(*) filter (where status = 'active')::int as active from sequence_contacts where sequence_id = ${sequence.id}`
    expect(counted).toEqual({ ...recount, ...people })
    const perStep = await server.database.sql`
      select s.step_id as step, sum(s.sent)::int as sent, (select count(sent_at)::int from email_logs l where l.step_id = s.step_id) as recount
      from sequence_stats s where s.sequence_id = ${sequence.id} and s.step_id <> '00000000-0000-0000-0000-000000000000' group by 1`
    expect(perStep).toHaveLength(2)
    for (const row of perStep) expect(row.sent).toBe(row.recount)
  })

  test('keeps everything over a restart and resends nothing', async () => {
    const before = await client.sandboxMails()
    const { now } = await client.ok('GET', '/sandbox/clock')
    await server.restart('SIGKILL')
    const later = await client.ok('GET', '/sandbox/clock')
    expect(Date.parse(later.now)).toBeGreaterThanOrEqual(Date.parse(now))
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 30 * DAY })
    expect(await client.sandboxMails()).toHaveLength(before.length)
    expect((await client.json('POST', '/sandbox/clock', { advanceTo: now })).status).toBe(400)
  })
})
