import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_LABEL } from '~/jobs/sandbox/sample-content'
import { LABELS } from '~/models/inbox/labels'
import { SAMPLE_DAYS } from '~/models/onboarding/sample-data'
import { type Client, startServer, type TestServer } from '../../support/server'
import { until } from '../../support/until'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
})
afterAll(() => server?.close())

const press = (as: Client, fields: Record<string, string> = { load: 'yes' }) =>
  as.request('POST', '/sample-data', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ redirectTo: '/sequences', ...fields }).toString(),
  })

const state = async () =>
  (await server.database.sql`select value from settings where key = 'sample_data'`).map(({ value }) => value)

test('fills every screen once, even when pressed twice', { timeout: 300_000 }, async () => {
  const { now: before } = await client.ok('GET', '/sandbox/clock')
  const answers = await Promise.all([press(client), press(client)])
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  await until(async () =>
    expect(await state()).not.toContainEqual(expect.objectContaining({ status: 'running' })),
  )
  expect(await state()).toEqual([expect.objectContaining({ status: 'completed', error: null })])

  const { now: after } = await client.ok('GET', '/sandbox/clock')
  expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(SAMPLE_DAYS * 86_400_000)
  const mailboxes = await client.ok('GET', '/api/mail-accounts')
  expect(mailboxes.map((box: { provider: string }) => box.provider).sort()).toEqual(['gmail', 'smtp'])
  expect(mailboxes.map((box: { status: string }) => box.status)).toEqual(['connected', 'connected'])
  const [{ n }] = (await server.database.sql`select count(*)::int as n from contacts`) as unknown as [
    { n: number },
  ]
  expect(n).toBe(60)
  const sequences = await client.ok('GET', '/api/sequences')
  const [planning, launch] = ['Planning in one place', 'Launch calendar'].map((name) =>
    sequences.find((sequence: { name: string }) => sequence.name === name),
  )
  expect(sequences).toHaveLength(2)
  expect(planning).toMatchObject({ status: 'running', totalContacts: 25 })
  expect(launch).toMatchObject({ status: 'running', totalContacts: 20 })

  const reports = []
  for (const { id } of [planning, launch]) {
    const report = await client.ok('GET', `/api/sequences/${id}/analytics`)
    for (const of of ['totalEmailsSent', 'totalOpened', 'totalReplied']) expect(report[of]).toBeGreaterThan(0)
    reports.push(report)
  }
  // Every contact got the first email, and some the next ones.
  const sent = reports.map(({ stepStats }) => stepStats.map((step: { totalSent: number }) => step.totalSent))
  expect(sent).toEqual([
    [25, expect.any(Number), expect.any(Number)],
    [20, expect.any(Number)],
  ])
  expect(Math.min(...sent.flat())).toBeGreaterThan(0)
  const log = await client.ok('GET', '/api/email-sends?limit=100')
  for (const status of ['Not Open', 'Open', 'Reply'])
    expect(log).toContainEqual(expect.objectContaining({ status }))
  expect(log.filter(({ bouncedAt }: { bouncedAt: string | null }) => bouncedAt)).toHaveLength(3)
  expect(log.filter(({ failedAt }: { failedAt: string | null }) => failedAt)).toEqual([])
  const [list] = (await client.ok('GET', '/api/personas')).filter(
    ({ name }: { name: string }) => name === 'In conversation',
  )
  expect(list.contactCount).toBeGreaterThan(5)

  // Pressing again adds nothing.
  expect((await press(client)).status).toBe(302)
  expect(await client.ok('GET', '/api/sequences')).toHaveLength(2)
})

test('the inbox has replies of every label, and what the user did about them', async () => {
  const { conversations } = await client.ok('GET', '/api/conversations?limit=200')
  const found: { contactName: string; label: string | null; state: string; unread: boolean }[] = conversations
  for (const { name } of [...LABELS, SAMPLE_LABEL])
    expect(found).toContainEqual(expect.objectContaining({ label: name }))
  const of = (contactName: string) =>
    conversations.find((one: (typeof found)[0]) => one.contactName === contactName)
  expect(of('Hannah Whitlock')).toMatchObject({ label: 'Opted out' })
  expect((await client.ok('GET', `/api/contacts/${of('Hannah Whitlock').contactId}`)).unsubscribed).toBe(true)
  expect(of('Uwe Kretschmer')).toMatchObject({
    label: 'Out of office',
    snippet: expect.stringMatching(/return on/),
  })
  expect(of('Matthias Vogel')).toMatchObject({ label: 'Not now', state: 'snoozed' })
  expect(of('Ingrid Solheim')).toMatchObject({ label: 'Not interested', state: 'done' })
  expect(found.filter(({ unread }) => unread).length).toBeGreaterThan(2)

  // A whole conversation: our email, the reply, our answer, the booking.
  const { messages } = await client.ok('GET', `/api/conversations/${of('Amara Okafor').id}`)
  expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(['sequence', 'reply', 'manual', 'reply'])
  expect(of('Amara Okafor')).toMatchObject({ label: 'Meeting booked', state: 'done' })

  const { sql } = server.database
  const texts = await sql`select text from inbound_messages where kind = 'reply'`
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length)
  expect(await sql`select 1 from contact_notes`).toHaveLength(3)
})

test('leaves an account with its own data unchanged', async () => {
  const other = server.client()
  await other.signUp()
  await press(other, { load: 'no' })
  expect(await state()).toHaveLength(1)
  await other.ok('POST', '/api/contacts', { email: 'ann@people.example' })
  await press(other)
  const page = await (await other.request('GET', '/sequences')).text()
  expect(page).toContain('Sample data can only be loaded into an empty account.')
  expect(await other.ok('GET', '/api/mail-accounts')).toEqual([])
  expect(await state()).toHaveLength(1)
})

test('creates everything once despite a crash and a restart', async () => {
  const crashing = await startServer()
  try {
    const { sql } = crashing.database
    const user = crashing.client()
    await user.signUp()
    await press(user)
    const progress = async () => (await sql`select value from settings where key = 'sample_data'`)[0]!.value
    for (const [part, signal] of [
      [1, 'SIGKILL'],
      [3, 'SIGTERM'],
    ] as const) {
      await until(async () => expect((await progress()).done).toBeGreaterThanOrEqual(part))
      await crashing.restart(signal)
    }
    await until(async () => expect((await progress()).status).not.toBe('running'))
    expect(await progress()).toMatchObject({ status: 'completed', error: null })
    expect(await sql`select 1 from contacts`).toHaveLength(60)
    expect(await sql`select 1 from mail_accounts`).toHaveLength(2)
    expect(await user.ok('GET', '/api/sequences')).toMatchObject([
      { status: 'running', totalContacts: 20 },
      { status: 'running', totalContacts: 25 },
    ])
    const answered =
      await sql`select 1 from email_sends where is_manual group by conversation_id having count(*) > 1`
    expect([...answered]).toEqual([])
    expect(await sql`select 1 from contact_notes`).toHaveLength(3)
    const twice = await sql`select 1 from email_sends where attempts > 1
      union all select 1 from email_sends group by sequence_contact_id, step_id, visit having count(*) > 1`
    expect([...twice]).toEqual([])
  } finally {
    await crashing.close()
  }
})
