import { afterAll, beforeAll, expect, test } from 'vitest'
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
  expect(sequences).toHaveLength(1)
  expect(sequences[0]).toMatchObject({ status: 'running', totalContacts: 45 })

  const report = await client.ok('GET', `/api/sequences/${sequences[0].id}/analytics`)
  for (const of of ['totalEmailsSent', 'totalOpened', 'totalReplied']) expect(report[of]).toBeGreaterThan(0)
  // Every contact got the first email, and some the next ones.
  expect(report.stepStats.map(({ totalSent }: { totalSent: number }) => totalSent > 0)).toEqual([
    true,
    true,
    true,
  ])
  expect(report.stepStats[0].totalSent).toBe(45)
  const log = await client.ok('GET', '/api/email-sends?limit=100')
  for (const status of ['Not Open', 'Open', 'Reply'])
    expect(log).toContainEqual(expect.objectContaining({ status }))
  expect(log.filter(({ bouncedAt }: { bouncedAt: string | null }) => bouncedAt)).toHaveLength(2)
  expect(log.filter(({ failedAt }: { failedAt: string | null }) => failedAt)).toEqual([])
  const [list] = (await client.ok('GET', '/api/personas')).filter(
    ({ name }: { name: string }) => name === 'In conversation',
  )
  expect(list.contactCount).toBe(report.totalReplied)

  // Pressing again adds nothing.
  expect((await press(client)).status).toBe(302)
  expect(await client.ok('GET', '/api/sequences')).toHaveLength(1)
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
    expect(await user.ok('GET', '/api/sequences')).toMatchObject([{ status: 'running', totalContacts: 45 }])
    const twice = await sql`select 1 from email_sends where attempts > 1
      union all select 1 from email_sends group by sequence_contact_id, step_id, visit having count(*) > 1`
    expect([...twice]).toEqual([])
  } finally {
    await crashing.close()
  }
})
