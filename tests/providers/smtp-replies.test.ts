import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedClock } from '~/clock.server'
import { type MailTimeouts, mailDeps } from '~/providers/mail/deps'
import { createSmtpPools } from '~/providers/mail/smtp/pools'
import { createSmtpProvider } from '~/providers/mail/smtp/smtp'
import type { MailProvider, SmtpConfig } from '~/providers/mail/types'
import type { ProviderFailure } from '~/providers/net/failure'
import { NEVER, okay, writeMail } from './support/mail'
import { type Act, type ScriptedSmtp, type Stage, startScriptedSmtp } from './support/scripted-smtp'

const PATIENT: MailTimeouts = { connect: 5_000, greeting: 5_000, silence: 5_000, idle: 5_000 }
/** For servers that are meant to stall: nothing else is waited for. */
const HASTY: MailTimeouts = { connect: 400, greeting: 250, silence: 250, idle: 5_000 }
/** Emails per row. */
const MAILS = 4

type Expected = Partial<Omit<ProviderFailure, 'ok'>>
/** The server's action at each stage, and the result of the send. */
type Row = [stage: Stage, act: Act, expected: Expected]

const HARD = { why: 'refused', hard: true } as const
const SOFT = { why: 'refused', hard: false } as const
const UNEXPLAINED = { ...SOFT, isUnexplained: true } as const

/** RFC 5321 4.2.3 and real servers' replies (reference: mail standards, bounces). */
const REFUSALS: Row[] = [
  ['greeting', '421 4.3.2 Service shutting down', { why: 'retry', code: '421 4.3.2' }],
  ['greeting', '554 5.7.1 Your address is on our block list', { why: 'sender' }],
  ['greeting', '554 No SMTP service here', { why: 'retry' }],
  ['EHLO', '421 4.7.0 Try again later', { why: 'retry' }],
  ['AUTH', '535 5.7.8 Username and password not accepted', { why: 'auth', code: '535 5.7.8' }],
  ['AUTH', '534 5.7.9 Application-specific password required', { why: 'auth' }],
  ['AUTH', '535 5.7.139 Authentication unsuccessful, basic authentication is disabled', { why: 'auth' }],
  ['AUTH', '454 4.7.0 Temporary authentication failure', { why: 'retry' }],
  ['AUTH', '421 4.7.0 Too many log-ins', { why: 'sender' }],
  ['AUTH', '535 5.7.0 Your account has been suspended', { why: 'sender' }],
  ['MAIL', '421 4.7.28 Unusual rate of mail', { why: 'sender' }],
  ['MAIL', '451 4.3.0 Local error', { why: 'retry' }],
  ['MAIL', '452 4.3.1 Insufficient system storage', { why: 'retry' }],
  ['MAIL', '530 5.7.0 Authentication required', { why: 'auth' }],
  ['MAIL', '530 5.7.57 Client was not authenticated', { why: 'auth' }],
  ['MAIL', '552 5.3.4 Message size exceeds fixed limit', { why: 'refused' }],
  ['MAIL', '550 5.1.8 Sender address rejected: bad outbound sender', { why: 'sender' }],
  ['MAIL', '553 5.7.1 Sender address rejected: not owned by user', { why: 'sender' }],
  ['MAIL', '550 5.4.5 Daily user sending limit exceeded', { why: 'sender', period: 'day' }],
  ['RCPT', '421 4.4.2 Timeout', { why: 'retry' }],
  ['RCPT', '450 4.2.0 Greylisted', { why: 'retry' }],
  ['RCPT', '450 4.2.1 Mailbox busy', { why: 'retry', code: '450 4.2.1' }],
  [
    'RCPT',
    '451 4.7.1 Greylisted, please try again in 300 seconds',
    { why: 'retry', retryAt: new Date('2026-03-02T09:05:00Z') },
  ],
  ['RCPT', '452 4.5.3 Too many recipients', { why: 'retry' }],
  ['RCPT', '550 5.1.1 No such user here', { ...HARD, code: '550 5.1.1' }],
  ['RCPT', '550 User unknown', HARD],
  [
    'RCPT',
    '550-5.1.1 The email account that you tried to reach\r\n550-5.1.1 does not exist.\r\n550 5.1.1 Learn more',
    HARD,
  ],
  ['RCPT', '551 5.1.6 User has moved', HARD],
  ['RCPT', '553 5.1.3 Bad address syntax', HARD],
  ['RCPT', '550 5.2.1 The mailbox is disabled', HARD],
  ['RCPT', '552 5.2.2 Mailbox full', SOFT],
  ['RCPT', '550 Requested action not taken', UNEXPLAINED],
  ['RCPT', '550 Requested action not taken: mailbox unavailable', UNEXPLAINED],
  ['RCPT', '550 Recipient rejected', UNEXPLAINED],
  ['RCPT', '450 4.7.1 Domain has exceeded the max emails per hour', { why: 'sender', period: 'hour' }],
  [
    'RCPT',
    '451 4.7.1 Too many connections, slow down',
    { why: 'sender', retryAt: new Date('2026-03-02T09:05:00Z') },
  ],
  ['RCPT', '550 5.7.1 Relaying denied', { why: 'sender' }],
  ['RCPT', '554 Relay access denied', { why: 'sender' }],
  ['RCPT', '550 5.1.90 Daily limit for message recipients reached', { why: 'sender', period: 'day' }],
  ['RCPT', '503 5.5.1 Bad sequence of commands', { why: 'retry' }],
  ['DATA', '451 4.3.0 Try again', { why: 'retry' }],
  ['DATA', '554 5.5.1 No valid recipients', SOFT],
  ['dot', '451 4.3.0 Queue file write error', { why: 'retry' }],
  ['dot', '421 4.3.0 Closing', { why: 'retry' }],
  ['dot', '452 4.3.1 Out of storage', { why: 'retry' }],
  ['dot', '550 5.1.1 User unknown', HARD],
  ['dot', '552 5.3.4 Message too big', SOFT],
  ['dot', '554 5.7.1 Message rejected as spam', { why: 'policy' }],
  ['dot', '550 5.7.26 Unauthenticated mail', { why: 'sender' }],
  ['dot', '554 Rejected: sender has a poor reputation', { why: 'sender' }],
  ['dot', '554 Transaction failed', UNEXPLAINED],
]

/** The message cannot have been accepted: its end was never written. */
const BEFORE: Row[] = [
  ['greeting', 'CUT', { why: 'retry' }],
  ['greeting', { bytes: Buffer.from('22'), thenCut: true }, { why: 'retry' }],
  ['greeting', { bytes: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0d, 0x0a]) }, { why: 'retry' }],
  ['EHLO', 'CUT', { why: 'retry' }],
  ['AUTH', 'CUT', { why: 'retry' }],
  ['MAIL', 'CUT', { why: 'retry' }],
  ['RCPT', 'CUT', { why: 'retry' }],
  ['RCPT', { bytes: Buffer.from([0xc3, 0x28, 0xa0, 0x0d, 0x0a]) }, { why: 'retry' }],
  ['DATA', 'CUT', { why: 'retry' }],
]

/** The end of the message was written, and the outcome is unknown. */
const AFTER: Row[] = [
  ['dot', 'CUT', { why: 'unknown' }],
  ['dot', { bytes: Buffer.from('25'), thenCut: true }, { why: 'unknown' }],
  ['dot', { bytes: Buffer.from('250-2.0.0 Ok\r\n'), thenCut: true }, { why: 'unknown' }],
  ['dot', { bytes: Buffer.from([0xff, 0xfe, 0x80, 0x81, 0x0d, 0x0a]) }, { why: 'unknown' }],
  ['dot', '354 Go ahead', { why: 'unknown' }],
]

const STALLS: Row[] = [
  ['greeting', 'SILENCE', { why: 'retry' }],
  ['EHLO', 'SILENCE', { why: 'retry' }],
  ['AUTH', 'SILENCE', { why: 'retry' }],
  ['MAIL', 'SILENCE', { why: 'retry' }],
  ['DATA', 'SILENCE', { why: 'retry' }],
  ['dot', 'SILENCE', { why: 'unknown' }],
]

const NO_PIPELINING = '250-mx.example.net\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 20000000'

describe('SMTP replies', () => {
  let server: ScriptedSmtp
  const pools: { close(): Promise<void> }[] = []
  let number = 0
  beforeAll(async () => {
    server = await startScriptedSmtp()
  })
  afterAll(async () => {
    await Promise.all(pools.map((one) => one.close()))
    await server.close()
  })

  function open(timeouts = PATIENT, maxConnections = 4): MailProvider {
    const config: SmtpConfig = {
      email: 'ann@example.com',
      smtp: { host: '127.0.0.1', port: server.port, secure: false },
      imap: null,
      username: 'ann@example.com',
      password: 'secret',
    }
    const clock = fixedClock('2026-03-02T09:00:00Z')
    const deps = mailDeps({ allowPrivateHosts: true, clock, timeouts, maxConnections })
    const own = createSmtpPools(deps)
    pools.push(own)
    return createSmtpProvider(config, own, deps)
  }

  const write = (text = 'Hello') => {
    number += 1
    return writeMail(`mail-${number}`, { from: 'ann@example.com', to: `bo${number}@example.net`, text })
  }
  const sendMany = async (provider: MailProvider, count = MAILS) =>
    Promise.all(Array.from({ length: count }, async () => provider.send(await write(), NEVER)))

  const title = '%s: %j'
  it.each([...REFUSALS, ...BEFORE])(title, async (stage, act, expected) => {
    server.play({ [stage]: act })
    const provider = open()
    for (const result of await sendMany(provider)) expect(result).toMatchObject({ ok: false, ...expected })
    const [one] = await sendMany(provider, 1)
    // A text fit to be stored and shown, never empty.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect((one as ProviderFailure).detail).toMatch(/^[^\u0000-\u001f]+$/)
    if (stage !== 'dot') expect(server.state.dots).toEqual([])
    server.play({})
    okay((await sendMany(provider, 1))[0]!)
    await provider.close()
  })

  it.each(REFUSALS.filter(([stage]) => ['MAIL', 'RCPT', 'DATA'].includes(stage)))(
    'without pipelining, %s: %j',
    async (stage, act, expected) => {
      server.play({ EHLO: NO_PIPELINING, [stage]: act })
      const provider = open()
      for (const result of await sendMany(provider, 2))
        expect(result).toMatchObject({ ok: false, ...expected })
      expect(server.state.dots).toEqual([])
      await provider.close()
    },
  )

  it.each(AFTER)('after the end of the message, %s: %j', async (stage, act, expected) => {
    server.play({ [stage]: act })
    const provider = open()
    for (const result of await sendMany(provider)) expect(result).toMatchObject({ ok: false, ...expected })
    // Each arrived once: none was resent automatically.
    expect(server.state.dots).toHaveLength(MAILS)
    expect(new Set(server.state.dots.map((dot) => /Message-ID: (\S+)/i.exec(dot)?.[1])).size).toBe(MAILS)
    server.play({})
    okay((await sendMany(provider, 1))[0]!)
    await provider.close()
  })

  it.each(STALLS)('a server that stalls at %s: %j', async (stage, act, expected) => {
    server.play({ [stage]: act })
    const provider = open(HASTY)
    for (const result of await sendMany(provider, 2)) {
      expect(result).toMatchObject({ ok: false, ...expected })
      expect((result as ProviderFailure).detail).toMatch(/in time|lost/)
    }
    expect(server.state.dots).toHaveLength(stage === 'dot' ? 2 : 0)
    await provider.close()
  })

  it('a server that stops reading in mid-message did not accept it', async () => {
    server.play({ DATA: 'STOP READING' })
    const provider = open(HASTY, 1)
    // More than the buffers between us and the server can hold.
    const result = await provider.send(await write('All work and no play. '.repeat(700_000)), NEVER)
    expect(result).toMatchObject({ ok: false, why: 'retry' })
    expect(server.state.dots).toEqual([])
    await provider.close()
  })

  it('replaces an idle connection that the server closed, and sends once', async () => {
    server.play({})
    const provider = open(PATIENT, 1)
    okay((await sendMany(provider, 1))[0]!)
    server.play({ MAIL: '421 4.4.2 Idle for too long' })
    const sending = provider.send(await write(), NEVER)
    // The next connection is a good one.
    const seen = () => server.state.received.includes('MAIL FROM')
    while (!seen()) await new Promise(setImmediate)
    server.state.script = {}
    okay(await sending)
    expect(server.state.dots).toHaveLength(1)
    await provider.close()
  })

  it('retries when nothing listens at the address', async () => {
    const gone = await startScriptedSmtp()
    const config: SmtpConfig = {
      email: 'ann@example.com',
      smtp: { host: 'localhost', port: gone.port, secure: false },
      imap: null,
      username: 'ann',
      password: 'secret',
    }
    await gone.close()
    const deps = mailDeps({ allowPrivateHosts: true, timeouts: PATIENT })
    const own = createSmtpPools(deps)
    pools.push(own)
    const provider = createSmtpProvider(config, own, deps)
    expect(await provider.send(await write(), NEVER)).toEqual({
      ok: false,
      why: 'retry',
      detail: `localhost:${config.smtp.port} refused the connection`,
      outage: 'unreachable',
    })
  })

  it('returns the server’s queue id, else our own id', async () => {
    const provider = open()
    server.play({})
    const mail = await write()
    expect(await provider.send(mail, NEVER)).toEqual({
      ok: true,
      providerId: '4XyZ12',
      messageId: mail.messageId,
    })
    server.play({ dot: '250 Fine' })
    const other = await write()
    expect(await provider.send(other, NEVER)).toMatchObject({ ok: true, providerId: other.messageId })
    server.play({ dot: '250 2.0.0 OK <0a1b@host.prod.outlook.com> [Hostname=host]' })
    expect(await provider.send(await write(), NEVER)).toMatchObject({
      messageId: '<0a1b@host.prod.outlook.com>',
    })
    await provider.close()
  })

  it('sends the exact bytes to the recipient only', async () => {
    server.play({})
    const provider = open()
    const mail = await write('A line\r\n.\r\n.. and dots')
    okay(await provider.send(mail, NEVER))
    expect(server.state.dots[0]!.replace(/^\.\./gm, '.')).toBe(
      mail.raw.toString('latin1').replace(/\r\n$/, ''),
    )
    expect(server.state.received.match(/RCPT TO:<[^>]*>/g)).toEqual([`RCPT TO:<${mail.to}>`])
    expect(server.state.received).toContain('MAIL FROM:<ann@example.com>')
    await provider.close()
  })

  it('an abort before the hand-over sends nothing, one after it awaits the reply', async () => {
    const provider = open(PATIENT, 1)
    server.play({ DATA: 'SILENCE' })
    const early = new AbortController()
    const stoppedEarly = provider.send(await write(), early.signal)
    while (!server.state.received.includes('DATA')) await new Promise(setImmediate)
    early.abort()
    expect(await stoppedEarly).toMatchObject({ ok: false, why: 'retry' })
    expect(server.state.dots).toEqual([])

    server.play({ dot: 'SILENCE' })
    const late = new AbortController()
    const sending = provider.send(await write(), late.signal)
    while (server.state.dots.length === 0) await new Promise(setImmediate)
    late.abort()
    server.replyLate('250 2.0.0 Ok: queued as LATE1')
    expect(await sending).toMatchObject({ ok: true, providerId: 'LATE1' })
    await provider.close()
  })
})
