import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_LABEL } from '~/jobs/sandbox/sample-content'
import { LABELS } from '~/models/inbox/labels'
import { SAMPLE_DAYS } from '~/models/onboarding/sample-data'
import { fillEveryScreen } from '../../support/demo-account'
import { type Client, startServer, type TestServer } from '../../support/server'
import { until } from '../../support/until'

let server: TestServer
let client: Client
let userId: string
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  userId = (await client.signUp()).id
})
afterAll(() => server?.close())

const press = (as: Client, fields: Record<string, string> = { load: 'yes' }) =>
  as.request('POST', '/sample-data', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ redirectTo: '/sequences', ...fields }).toString(),
  })

const state = async () =>
  (await server.database.sql`select value from settings where key = 'sample_data'`).map(({ value }) => value)

test('fills every screen once, even when pressed twice', async () => {
  const { now: before } = await client.ok('GET', '/sandbox/clock')
  const responses = await Promise.all([press(client), press(client)])
  expect(responses.map(({ status }) => status)).toEqual([302, 302])
  await until(async () =>
    expect(await state()).not.toContainEqual(expect.objectContaining({ status: 'running' })),
  )
  expect(await state()).toEqual([expect.objectContaining({ status: 'completed', error: null })])

  const { now: after } = await client.ok('GET', '/sandbox/clock')
  expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(SAMPLE_DAYS * 86_400_000)
  const mailboxes = await client.ok('GET', '/api/mail-accounts')
  expect(mailboxes.map((box: { provider: string }) => box.provider).sort()).toEqual([
    'gmail',
    'microsoft',
    'smtp',
  ])
  expect(mailboxes.map((box: { status: string }) => box.status)).toEqual(Array(3).fill('connected'))
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

/** Screens that list something, and what they say without it. */
const LISTS: [path: string, empty: string | RegExp][] = [
  ['/inbox', 'No conversation matches'],
  ['/sequences', 'No sequences yet'],
  ['/sequences/:id', 'No steps yet'],
  ['/sequences/:id/people', 'No contacts in this sequence yet'],
  ['/sequences/:id/report', 'No data yet'],
  ['/sequences/:id/versions', 'No versions yet'],
  ['/sequences/:about-to-send/forecast', 'No emails planned'],
  ['/personas', 'No email lists yet'],
  ['/personas/:id', /No contacts yet|No linked sequences/],
  ['/personas/:id/imports', 'No imports yet'],
  ['/contacts', 'No contacts yet'],
  ['/workflows', 'No workflows yet'],
  ['/workflows/:id', 'No runs yet'],
  ['/campaigns', 'No campaigns yet'],
  ['/campaign-builder/email-sending', 'No emails yet'],
  ['/campaign-builder/email-sending/templates', 'No templates yet'],
  ['/campaign-builder/email-sending/uncertain', 'Nothing to decide'],
  ['/connection/gmail', 'No accounts connected'],
  ['/contacts-hub/leads-finder?search=true&jobTitles=owner', /No leads found|Apollo API Key Required/],
  ['/notifications', 'No notifications'],
  ['/search?q=planning', 'Nothing found'],
  ['/settings/api-keys', /No API keys|Nothing yet/],
  ['/settings/webhooks', 'No webhooks'],
  ['/settings/webhooks/:id', 'Nothing sent yet'],
  ['/settings/inbox', /No labels of your own|No saved replies/],
  ['/settings/do-not-contact', 'No entries yet'],
  ['/sandbox', 'No emails yet'],
]

test('`npm run seed` fills the lists that the sample data leave empty', async () => {
  await fillEveryScreen(client, server.database.sql, userId)
  const idOf = async (path: string, name: string) =>
    (await client.ok('GET', path)).find((row: { name: string }) => row.name === name).id as string
  const ids: Record<string, string> = {
    '/sequences/:about-to-send': await idOf('/api/sequences', 'Founders: first contact'),
    '/sequences/:id': await idOf('/api/sequences', 'Planning in one place'),
    '/personas/:id': await idOf('/api/personas', 'Founders'),
    '/workflows/:id': (await client.ok('GET', '/api/workflows'))[0].id,
    '/settings/webhooks/:id': (await client.ok('GET', '/api/webhooks'))[0].id,
  }
  for (const [path, empty] of LISTS) {
    const place = Object.keys(ids).find((start) => path.startsWith(start))
    const response = await client.request('GET', place ? path.replace(/:[a-z-]+/, ids[place]!) : path)
    expect([path, response.status]).toEqual([path, 200])
    // What the page shows, without the texts that its scripts could show.
    const shown = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '')
    expect([path, shown.match(empty)?.[0]]).toEqual([path, undefined])
  }
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
    expect(await sql`select 1 from mail_accounts`).toHaveLength(3)
    expect(await user.ok('GET', '/api/sequences')).toMatchObject([
      { status: 'running', totalContacts: 20 },
      { status: 'running', totalContacts: 25 },
    ])
    const answered =
      await sql`select 1 from email_sends where is_manual group by conversation_id having count(*) > 1`
    expect([...answered]).toEqual([])
    expect(await sql`select 1 from contact_notes`).toHaveLength(3)
    const twice = await sql`select 1 from email_sends where attempts > 1
      union all select 1 from email_sends where not is_manual group by sequence_contact_id, step_id, visit having count(*) > 1`
    expect([...twice]).toEqual([])
  } finally {
    await crashing.close()
  }
})
