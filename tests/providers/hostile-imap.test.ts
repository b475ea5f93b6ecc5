import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailDeps } from '~/providers/mail/deps'
import { createSmtpPools } from '~/providers/mail/smtp/pools'
import { createSmtpProvider } from '~/providers/mail/smtp/smtp'
import { verifyMailbox } from '~/providers/mail/smtp/verify'
import { MAIL_BUDGETS } from '~/providers/net/budget'
import { deadline } from '~/providers/net/deadline'
import { type Malice, startHostileImap } from '../support/hostile-imap'
import { NEVER, okay } from './support/mail'
import { startTalkingSmtp } from './support/talking-smtp'

const MIB = 1024 * 1024
/** The capacity of the socket buffers on both sides. */
const IN_BUFFERS = 16 * MIB

const budgets = {
  ...MAIL_BUDGETS,
  imapLogin: { ms: 1_500, bytes: MIB, responses: 100 },
  imapWork: { ms: 1_500, bytes: 4 * MIB, responses: 2_000 },
  imapWatch: { ms: 60_000, bytes: MIB, responses: 500 },
}
const deps = mailDeps({ allowPrivateHosts: true, budgets })
const pools = createSmtpPools(deps)
afterAll(() => pools.close())

const mailbox = (port: number) => {
  const imap = { host: '127.0.0.1', port, secure: false }
  return createSmtpProvider(
    { email: 'ann@example.com', smtp: { ...imap, port: 1 }, imap, username: 'ann', password: 'x' },
    pools,
    deps,
  )
}

/** Where it has read up to. */
const cursor = JSON.stringify({
  folders: { INBOX: { validity: '1', next: 5 } },
  seenAt: '2026-03-02T09:00:00.000Z',
  recent: [],
})

const working = (at: string): Malice => ({ at, says: 'working', everyMs: 20 })
const lines = (at: string, line: (n: number) => string): Malice => ({ at, says: 'lines', line })
const LATE = /did not finish within 2 s/
const TOO_MUCH = /sent far more data than requested/

describe.each<[string, Malice, RegExp]>([
  ['keeps saying that it works on LIST', working('LIST'), LATE],
  ['keeps saying that it works on LSUB', working('LSUB'), LATE],
  ['keeps saying that it works on SEARCH', working('UID SEARCH'), LATE],
  ['keeps saying that it works on FETCH', working('UID FETCH'), LATE],
  ['keeps saying that it works on EXAMINE', working('EXAMINE'), LATE],
  ['keeps saying that it works on LOGIN', working('LOGIN'), LATE],
  ['drips a greeting', { at: 'greeting', says: 'working', everyMs: 20 }, /./],
  ['lists folders without end', lines('LIST', (n) => `* LIST () "/" folder${n}`), TOO_MUCH],
  ['lists subscriptions without end', lines('LSUB', (n) => `* LSUB () "/" folder${n}`), TOO_MUCH],
  ['finds messages without end', lines('UID SEARCH', (n) => `* SEARCH ${n + 1}`), TOO_MUCH],
  [
    'sends messages without end',
    lines('UID FETCH', (n) => `* ${n + 1} FETCH (UID ${n + 1} BODY[]<0> {9000}\r\n${'x'.repeat(9000)})`),
    TOO_MUCH,
  ],
  ['repeats one message without end', lines('UID FETCH', () => '* 5 FETCH (UID 5 FLAGS ())'), TOO_MUCH],
  ['says what nobody can read without end', lines('LIST', () => '* ((((("'), TOO_MUCH],
  ['says OK without end when somebody logs in', lines('LOGIN', () => '* OK later'), TOO_MUCH],
  ['ends no line of a list', { at: 'LIST', says: 'a line' }, /./],
])('a server that %s', (_, malice, words) => {
  let server: Awaited<ReturnType<typeof startHostileImap>>
  beforeAll(async () => {
    server = await startHostileImap(malice)
  })
  afterAll(() => server?.close())

  test('is abandoned within its budget with an explanation, and disconnected', async () => {
    const provider = mailbox(server.port)
    const page = await provider.sync(cursor, NEVER)
    expect(page).toMatchObject({ ok: false, why: 'retry', detail: expect.stringMatching(words) })
    expect(server.reached()).toBeGreaterThan(0)
    expect(server.sent()).toBeLessThan(budgets.imapWork.bytes + IN_BUFFERS)
    await provider.close()
    await expect.poll(server.open).toBe(0)
  })
})

test.each([working('EXAMINE Sent'), lines('EXAMINE Sent', () => '* OK later')])(
  'a Sent folder that cannot be opened does not keep the inbox from being read: %o',
  async (malice) => {
    const server = await startHostileImap(malice)
    const provider = mailbox(server.port)
    const page = okay(await provider.sync(cursor, NEVER))
    expect(server.reached()).toBe(1)
    expect(JSON.parse(page.cursor).folders).toMatchObject({ INBOX: { next: 10 }, Junk: { next: 10 } })
    expect(JSON.parse(page.cursor).folders).not.toHaveProperty('Sent')
    await provider.close()
    await server.close()
  },
)

test('an aborted read ends at once and says so', async () => {
  const server = await startHostileImap(working('LIST'))
  const stop = new AbortController()
  const provider = mailbox(server.port)
  const page = provider.sync(cursor, stop.signal)
  await expect.poll(server.reached).toBe(1)
  stop.abort()
  expect(await page).toMatchObject({
    ok: false,
    why: 'retry',
    detail: expect.stringContaining('was cancelled'),
  })
  await provider.close()
  await server.close()
})

test('a read that is out of time says so', async () => {
  const server = await startHostileImap(working('LIST'))
  const provider = mailbox(server.port)
  expect(await provider.sync(cursor, deadline(300))).toMatchObject({
    ok: false,
    why: 'retry',
    detail: expect.stringContaining('did not answer in time'),
  })
  await provider.close()
  await server.close()
})

test.each([working('LOGOUT'), lines('LOGOUT', () => '* OK still here')])(
  'verifying a mailbox ends although the server answers LOGOUT with %o',
  async (malice) => {
    const server = await startHostileImap(malice)
    const smtp = await startTalkingSmtp(['AUTH PLAIN'], () => '221 Bye\r\n')
    const local = { host: '127.0.0.1', secure: false }
    const config = {
      email: 'ann@example.com',
      smtp: { ...local, port: smtp.port },
      imap: { ...local, port: server.port },
      username: 'ann',
      password: 'x',
    }
    expect(await verifyMailbox(config, deps, NEVER)).toEqual({ ok: true })
    await expect.poll(server.open).toBe(0)
    await smtp.close()
    await server.close()
  },
)

test('a watch fails when the server announces new mail endlessly', async () => {
  const server = await startHostileImap(lines('IDLE', (n) => `* ${n + 10} EXISTS`))
  const provider = mailbox(server.port)
  let announced = 0
  const end = await provider.watch!(() => announced++, NEVER)
  expect(end).toMatchObject({ ended: 'failed', failure: { detail: expect.stringMatching(TOO_MUCH) } })
  expect(announced).toBeLessThan(1_000)
  await provider.close()
  await server.close()
})
