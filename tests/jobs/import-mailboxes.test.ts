import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailAccounts, mailboxImportRows, securityEvents } from '#drizzle/schema'
import {
  addNextMailboxes,
  getMailboxImport,
  startMailboxImport,
} from '~/models/imports/mailboxes/import.server'
import { readMailboxFile } from '~/models/imports/mailboxes/read.server'
import { cancelJob } from '~/models/jobs/job.server'
import { fakeServers } from '../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../support/outreach'
import { killedAt } from '../support/removal'

let outreach: Outreach
let servers: ReturnType<typeof fakeServers>
beforeEach(async () => {
  outreach = await openOutreach()
  servers = fakeServers()
})
afterEach(() => outreach?.drop())

const read = (text: string, leaveOut = false) => readMailboxFile(new TextEncoder().encode(text), leaveOut)
const start = async (text: string) =>
  startMailboxImport(outreach.db, outreach.userId, await read(text), 'boxes.csv', {
    secrets,
    address: '192.0.2.1',
  })
const deps = () => ({ providers: servers.providers, secrets, env: { maxMailboxesPerUser: 100 } })
const run = async (jobId: string, db = outreach.db) => {
  while (await addNextMailboxes(db, jobId, NOW, deps()));
}
const results = async (jobId: string) => {
  const { job, rows } = await getMailboxImport(outreach.db, outreach.userId, jobId)
  return {
    status: job.status,
    progress: job.progress,
    rows: rows.map(({ line, email, outcome, message }) => [line, email, outcome, message]),
  }
}
const boxes = () =>
  outreach.db
    .select()
    .from(mailAccounts)
    .where(eq(mailAccounts.userId, outreach.userId))
    .orderBy(asc(mailAccounts.email))

const HEAD = 'Email;Name;SMTP host;SMTP port;Password;IMAP host;Daily limit\n'
const row = (n: number) =>
  `box${n}@s.example;Box ${n};smtp.s.example;587;secret ${n};imap.s.example;${n + 1}\n`

test('adds the mailboxes of a file, and says for each row what became of it', async () => {
  const jobId = await start(
    `${HEAD}${row(0)}box1@s.example;;smtp.s.example;;p;;\nbroken;;smtp.s.example;;p;;\n\n${row(0)}${row(2)}`,
  )
  await run(jobId)
  expect(await results(jobId)).toEqual({
    status: 'completed',
    progress: expect.objectContaining({ current: 5, total: 5, added: 3, failed: 2 }),
    rows: [
      [2, 'box0@s.example', 'added', null],
      [3, 'box1@s.example', 'added', 'Its replies and bounces cannot be read: the row has no IMAP host.'],
      [4, 'broken', 'failed', expect.stringContaining('email')],
      [6, 'box0@s.example', 'failed', 'box0@s.example is already connected. Edit that mailbox instead.'],
      [7, 'box2@s.example', 'added', null],
    ],
  })
  const [first] = await boxes()
  expect(first).toMatchObject({
    displayName: 'Box 0',
    smtpPort: 587,
    imapHost: 'imap.s.example',
    dailyLimit: 1,
  })
  expect(secrets.open(first!.password!, first!.id)).toBe('secret 0')
  expect(await outreach.db.select({ cells: mailboxImportRows.cells }).from(mailboxImportRows)).toEqual(
    Array(5).fill({ cells: null }),
  )
  expect(await outreach.db.select({ subject: securityEvents.subject }).from(securityEvents)).toEqual([
    { subject: 'box0@s.example and 4 more of the file boxes.csv' },
  ])
})

test('a refused login fails its row and no other', async () => {
  servers.providers.verifySmtp = async ({ email }) =>
    email === 'box1@s.example'
      ? { ok: false, part: 'smtp', why: 'auth', detail: '535 wrong password', code: '535' }
      : { ok: true }
  const jobId = await start(HEAD + row(0) + row(1) + row(2))
  await run(jobId)
  expect((await results(jobId)).rows.map(([, , outcome, message]) => [outcome, message])).toEqual([
    ['added', null],
    ['failed', 'The SMTP server refused the login: 535 wrong password'],
    ['added', null],
  ])
})

test('of two rows with one address the first is added, even if the second is tested sooner', async () => {
  let testSecond = () => {}
  const second = new Promise<void>((resolve) => {
    testSecond = resolve
  })
  servers.providers.verifySmtp = async ({ password }) => {
    if (password === 'second') testSecond()
    else await second
    return { ok: true }
  }
  const twin = (password: string) => `box0@s.example;;smtp.s.example;587;${password};;\n`
  const jobId = await start(HEAD + twin('first') + twin('second'))
  await run(jobId)
  expect((await results(jobId)).rows.map(([line, , outcome]) => [line, outcome])).toEqual([
    [2, 'added'],
    [3, 'failed'],
  ])
})

test('killed before or after any commit, it adds each mailbox once and calls none of its own a duplicate', async () => {
  const jobId = await start(HEAD + Array.from({ length: 6 }, (_, n) => row(n)).join(''))
  for (let nth = 1; nth <= 12; nth++)
    for (const when of ['before', 'after'] as const)
      await run(jobId, killedAt(outreach.db, nth, when)).catch(() => {})
  await run(jobId)
  const { rows, progress } = await results(jobId)
  expect(rows.map(([, , outcome]) => outcome)).toEqual(Array(6).fill('added'))
  expect(progress).toMatchObject({ current: 6, added: 6, failed: 0 })
  expect(await boxes()).toHaveLength(6)
})

test('control characters of a file are refused in their row', async () => {
  const jobId = await start('Email,Password,Provider\na\u0000b@s.example,p,No\u0000where\n')
  await run(jobId)
  expect((await results(jobId)).rows).toEqual([
    [2, 'a b@s.example', 'failed', expect.stringContaining('"No where" is no known provider.')],
  ])
})

test('a stopped file keeps no passwords, and tries no further row', async () => {
  const jobId = await start(HEAD + Array.from({ length: 9 }, (_, n) => row(n)).join(''))
  await addNextMailboxes(outreach.db, jobId, NOW, deps())
  await cancelJob(outreach.db, outreach.userId, jobId)
  await run(jobId)
  expect(await boxes()).toHaveLength(4)
  const rows = await outreach.db.select().from(mailboxImportRows)
  expect(rows.filter(({ cells }) => cells !== null)).toEqual([])
  expect(rows.filter(({ outcome }) => outcome === null)).toHaveLength(5)
})

test('reads a file of Instantly, with its columns that mean nothing here left out', async () => {
  const text = `Email,First Name,Last Name,IMAP Username,IMAP Password,IMAP Host,IMAP Port,SMTP Username,SMTP Password,SMTP Host,SMTP Port,Daily Limit,Warmup Enabled
ann@s.example,Ann,Lee,ann@s.example,pw,imap.s.example,993,ann@s.example,pw,smtp.s.example,465,30,TRUE
bob@s.example,Bob,,other,pw,imap.s.example,993,bob@s.example,pw,smtp.s.example,465,30,TRUE`
  expect(await refused(read(text))).toBe(
    'INVALID: Unknown columns: "Warmup Enabled". Rename them, or have columns that are not known left out.',
  )
  const jobId = await startMailboxImport(outreach.db, outreach.userId, await read(text, true), 'i.csv', {
    secrets,
    address: '192.0.2.1',
  })
  await run(jobId)
  expect((await results(jobId)).rows.map(([, , outcome, message]) => [outcome, message])).toEqual([
    ['added', null],
    ['failed', 'SMTP and IMAP have different logins. A mailbox has one login for both servers.'],
  ])
  expect((await boxes()).map(({ displayName, username }) => [displayName, username])).toEqual([
    ['Ann Lee', 'ann@s.example'],
  ])
})

test('fills in the servers of a known provider, and refuses an unknown one by name', async () => {
  const jobId = await start(
    'mailbox,app password,provider\nann@fastmail.example,p,Fastmail\nbob@x.example,p,Nowhere Mail\n',
  )
  await run(jobId)
  expect((await boxes()).map(({ smtpHost, imapHost }) => [smtpHost, imapHost])).toEqual([
    ['smtp.fastmail.com', 'imap.fastmail.com'],
  ])
  expect((await results(jobId)).rows[1]![3]).toMatch(/^"Nowhere Mail" is no known provider\. Known are: /)
})

test.each([
  ['no rows', 'Email,Password\n', 'The file has no rows'],
  ['no column of addresses', 'Password,SMTP host\np,h\n', 'The file has no column Email'],
  ['no passwords', 'Email,SMTP host\na@b.example,h\n', 'The file has no column Password'],
  [
    'two passwords',
    'Email,Password,App password\na@b.example,p,p\n',
    'Several columns are Password: "Password", "App password". Keep one.',
  ],
  [
    'an Excel file',
    'PK\u0003\u0004',
    'This is a spreadsheet or an archive, not a CSV file. Save it as CSV first.',
  ],
  [
    'too many rows',
    `Email,Password\n${'a@b.example,p\n'.repeat(501)}`,
    'The file has more than 500 rows. Divide it.',
  ],
])('refuses a file with %s', async (_, text, message) => {
  expect(await refused(read(text))).toBe(`INVALID: ${message}`)
})
