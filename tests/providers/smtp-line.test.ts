import { afterEach, describe, expect, it, vi } from 'vitest'
import { type MailDeps, mailDeps } from '~/providers/mail/deps'
import { createSmtpTransport, type SmtpTransport } from '~/providers/mail/smtp/transport'
import type { OutgoingMail, SmtpConfig } from '~/providers/mail/types'
import { NEVER, okay } from './support/mail'
import { type Respond, startTalkingSmtp, type TalkingSmtp, takeAll } from './support/talking-smtp'

const PATIENT = { connect: 5_000, greeting: 5_000, silence: 5_000, idle: 5_000 }
const NO = '550 5.1.1 No such user here\r\n'
const isMessage = (chunk: string) => chunk.endsWith('\r\n.\r\n')

describe('messages over one SMTP connection', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  async function open(extensions: string[], respond: Respond, deps: Partial<MailDeps> = {}) {
    const server = await startTalkingSmtp(extensions, respond)
    const config: SmtpConfig = {
      email: 'ann@example.com',
      smtp: { host: '127.0.0.1', port: server.port, secure: false },
      imap: null,
      username: 'ann@example.com',
      password: 'secret',
    }
    const more = { timeouts: PATIENT, maxConnections: 1, ...deps }
    const transport = createSmtpTransport(config, mailDeps({ allowPrivateHosts: true, ...more }))
    ends.push(() => transport.close(), server.close)
    return { server, transport }
  }

  const mailOf = (text = 'Hello\r\n', more: Partial<OutgoingMail> = {}): OutgoingMail => ({
    sendId: 'send-1',
    raw: Buffer.from(`Subject: Hi\r\n\r\n${text}`),
    from: 'ann@example.com',
    to: 'bo@example.net',
    messageId: '<1@example.com>',
    ...more,
  })
  const send = (transport: SmtpTransport, text?: string, signal = NEVER) =>
    transport.send(mailOf(text), signal)
  const written = ({ talks }: TalkingSmtp) => talks.map(({ chunks }) => chunks)
  const seen = async (check: () => boolean) => {
    while (!check()) await new Promise(setImmediate)
  }

  it('take two writes with a pipelining server', async () => {
    const { server, transport } = await open(['PIPELINING'], takeAll)
    expect(okay(await send(transport)).providerId).toBe('TAKEN1')
    okay(await send(transport))
    const envelope = 'MAIL FROM:<ann@example.com>\r\nRCPT TO:<bo@example.net>\r\nDATA\r\n'
    const message = 'Subject: Hi\r\n\r\nHello\r\n.\r\n'
    expect(written(server)).toEqual([[envelope, message, envelope, message]])
  })

  it('wait for each reply without pipelining', async () => {
    const { server, transport } = await open([], takeAll)
    okay(await send(transport))
    expect(written(server)).toEqual([
      [
        'MAIL FROM:<ann@example.com>\r\n',
        'RCPT TO:<bo@example.net>\r\n',
        'DATA\r\n',
        'Subject: Hi\r\n\r\nHello\r\n.\r\n',
      ],
    ])
  })

  it('go through when replies arrive byte by byte', async () => {
    const { transport } = await open(['PIPELINING'], (chunk, { say }) => {
      const said = isMessage(chunk)
        ? '250-2.0.0 Ok\r\n250 2.0.0 queued as BYTES1\r\n'
        : '250 Ok\r\n250-Ok\r\n250 Ok\r\n354 Go\r\n'
      const next = (at: number) => {
        say(said[at]!)
        if (at + 1 < said.length) setImmediate(next, at + 1)
      }
      next(0)
      return null
    })
    for (let n = 0; n < 3; n += 1) expect(okay(await send(transport)).providerId).toBe('BYTES1')
  })

  /** Stages of a refusal: the replies to MAIL, RCPT and DATA. */
  const PLACES: [string, string[], object][] = [
    ['MAIL', [NO, NO, NO], { why: 'sender' }],
    ['MAIL alone', [NO, '250 Ok\r\n', '503 No\r\n'], { why: 'sender' }],
    ['RCPT', ['250 Ok\r\n', NO, '554 5.5.1 No valid recipients\r\n'], { why: 'refused', hard: true }],
    ['DATA', ['250 Ok\r\n', '250 Ok\r\n', '451 4.3.0 Later\r\n'], { why: 'retry', code: '451 4.3.0' }],
  ]
  describe.each([
    ['at once', ['PIPELINING']],
    ['one by one', []],
  ])('asked %s, refused at', (_, extensions) => {
    it.each(PLACES)(
      '%s, the next message on the same connection is not',
      async (_place, replies, expected) => {
        let mails = 0
        const { server, transport } = await open(extensions, (chunk, talk, n) => {
          if (chunk.includes('MAIL')) mails += 1
          if (mails > 1 || chunk === 'RSET\r\n') return takeAll(chunk, talk, n)
          const asked = ['MAIL', 'RCPT', 'DATA'].flatMap((word, at) =>
            chunk.includes(word) ? replies[at]! : [],
          )
          return asked.join('')
        })
        const [first, second] = await Promise.all([send(transport), send(transport)])
        expect(first).toMatchObject({ ok: false, ...expected })
        okay(second!)
        expect(server.talks).toHaveLength(1)
        expect(server.received().match(/RSET\r\n/g)).toHaveLength(1)
      },
    )
  })

  it('closes the connection after a refused message', async () => {
    const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) =>
      n === 1 && isMessage(chunk) ? NO : takeAll(chunk, talk, n),
    )
    expect(await send(transport)).toMatchObject({ ok: false, why: 'refused', hard: true })
    await server.talks[0]!.closed
    okay(await send(transport))
    expect(server.talks).toHaveLength(2)
  })

  it('sends no content to a server that refuses the sender but replies 354', async () => {
    const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) =>
      n === 1 ? `${NO}250 Ok\r\n354 Go\r\n` : takeAll(chunk, talk, n),
    )
    expect(await send(transport)).toMatchObject({ ok: false, code: '550 5.1.1' })
    await server.talks[0]!.closed
    expect(server.talks[0]!.chunks).toHaveLength(1)
    okay(await send(transport))
    expect(server.talks).toHaveLength(2)
  })

  describe('when the server sends unexpected replies', () => {
    it('between messages, the next message uses another connection', async () => {
      const { server, transport } = await open(['PIPELINING'], takeAll)
      okay(await send(transport))
      server.talks[0]!.say('250 By the way\r\n')
      await server.talks[0]!.closed
      okay(await send(transport))
      expect(server.talks).toHaveLength(2)
    })
  })

  it('a 421 at any point ends the connection, not the message', async () => {
    const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) =>
      n < 3 && talk.chunks.length > 2 ? '250 Ok\r\n421 4.3.2 Going down\r\n' : takeAll(chunk, talk, n),
    )
    for (let n = 0; n < 3; n += 1) okay(await send(transport))
    expect(server.talks).toHaveLength(3)
  })

  describe('lost connections', () => {
    it('are harmless while idle', async () => {
      const { server, transport } = await open(['PIPELINING'], takeAll)
      okay(await send(transport))
      server.talks[0]!.socket.end()
      await server.talks[0]!.closed
      okay(await send(transport))
      expect(server.talks).toHaveLength(2)
    })

    it('are replaced during a hand-over, which still sends once', async () => {
      const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) => {
        if (n === 1 && talk.chunks.length > 2) {
          talk.socket.resetAndDestroy()
          return null
        }
        return takeAll(chunk, talk, n)
      })
      okay(await send(transport))
      okay(await send(transport))
      expect(server.received().match(/\r\n\.\r\n/g)).toHaveLength(2)
    })

    it('are not replaced endlessly', async () => {
      const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) => {
        if (talk.chunks.length > 2 || n > 1) talk.socket.destroy()
        return takeAll(chunk, talk, n)
      })
      okay(await send(transport))
      expect(await send(transport)).toMatchObject({ ok: false, why: 'retry' })
      expect(server.talks).toHaveLength(2)
    })
  })

  describe('aborted', () => {
    it('in mid-message, never sends the final dot', async () => {
      const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) => {
        if (n === 1 && chunk.includes('DATA')) talk.socket.pause()
        return takeAll(chunk, talk, n)
      })
      const stop = new AbortController()
      const sending = send(transport, 'All work and no play.\r\n'.repeat(700_000), stop.signal)
      await seen(() => server.received().includes('DATA'))
      server.talks[0]!.socket.resume()
      await seen(() => server.talks[0]!.chunks.length > 1)
      server.talks[0]!.socket.pause()
      stop.abort()
      expect(await sending).toMatchObject({ ok: false, why: 'retry' })
      server.talks[0]!.socket.resume()
      await server.talks[0]!.closed
      expect(server.received()).not.toContain('\r\n.\r\n')
      okay(await send(transport))
    })

    it('while waiting for a connection, leaves other messages alone', async () => {
      const { server, transport } = await open(['PIPELINING'], () => null)
      const stop = new AbortController()
      const first = send(transport)
      const second = send(transport, 'Second', stop.signal)
      await seen(() => server.received().includes('DATA'))
      stop.abort()
      expect(await second).toMatchObject({ ok: false, why: 'retry' })
      server.talks[0]!.say('250 Ok\r\n250 Ok\r\n354 Go\r\n')
      await seen(() => server.talks[0]!.chunks.length > 1)
      server.talks[0]!.say('250 Ok\r\n')
      okay(await first)
      expect(server.received()).not.toContain('Second')
    })

    it('all at once, opens no further connection', async () => {
      const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) =>
        n === 1 ? null : takeAll(chunk, talk, n),
      )
      const stop = new AbortController()
      const sending = Array.from({ length: 10 }, () => send(transport, 'Stopped', stop.signal))
      await seen(() => server.received().includes('DATA'))
      stop.abort()
      for (const result of await Promise.all(sending))
        expect(result).toMatchObject({ ok: false, why: 'retry' })
      okay(await send(transport))
      expect(server.talks).toHaveLength(2)
      expect(server.received()).not.toContain('Stopped')
    })

    it('while connecting, fails at once', async () => {
      const { server, transport } = await open(['PIPELINING'], takeAll)
      const stop = new AbortController()
      const sending = send(transport, 'Early', stop.signal)
      stop.abort()
      expect(await sending).toMatchObject({ ok: false, why: 'retry' })
      okay(await send(transport))
      expect(server.received()).not.toContain('Early')
    })

    it('after the final dot, waits for the reply up to a deadline', async () => {
      const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) =>
        isMessage(chunk) ? null : takeAll(chunk, talk, n),
      )
      const stop = new AbortController()
      const sending = send(transport, 'Late', stop.signal)
      await seen(() => server.received().includes('\r\n.\r\n'))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        stop.abort()
        vi.advanceTimersByTime(10_000)
      } finally {
        vi.useRealTimers()
      }
      expect(await sending).toMatchObject({ ok: false, why: 'unknown' })
    })

    it('when the mailbox closes, fails with the right reason', async () => {
      const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) =>
        isMessage(chunk) ? null : takeAll(chunk, talk, n),
      )
      const sending = [send(transport), send(transport)]
      await seen(() => server.received().includes('\r\n.\r\n'))
      transport.close()
      expect(await Promise.all(sending)).toMatchObject([{ why: 'unknown' }, { why: 'retry' }])
    })
  })

  it('stops at a refusal in mid-message, without a final dot', async () => {
    const { server, transport } = await open(['PIPELINING'], (chunk, talk, n) => {
      if (talk.chunks.length === 1) return takeAll(chunk, talk, n)
      return talk.chunks.length === 2 ? '552 5.3.4 Too big\r\n' : null
    })
    const result = await send(transport, 'All work and no play.\r\n'.repeat(700_000))
    expect(result).toMatchObject({ ok: false, why: 'refused', code: '552 5.3.4' })
    await server.talks[0]!.closed
    expect(server.talks[0]!.chunks.at(-1)).not.toMatch(/\r\n\.\r\n$/)
  })

  it('delivers a large message completely', async () => {
    let size = 0
    const { transport } = await open(['PIPELINING'], (chunk, talk, n) => {
      if (talk.chunks.length > 1) size += chunk.length
      return talk.chunks.length === 1 || isMessage(chunk) ? takeAll(chunk, talk, n) : null
    })
    const text = 'All work and no play.\r\n'.repeat(100_000)
    okay(await send(transport, text))
    expect(size).toBe('Subject: Hi\r\n\r\n'.length + text.length + '.\r\n'.length)
  })

  describe('SMTP extensions', () => {
    const first = async (extensions: string[], mail: OutgoingMail) => {
      const { server, transport } = await open(extensions, takeAll)
      okay(await transport.send(mail, NEVER))
      return server.received().split('\r\nDATA')[0]
    }

    it('are used when needed and offered', async () => {
      const all = ['8BITMIME', 'SMTPUTF8', 'PIPELINING']
      const raw = Buffer.from('Subject: Hi\r\n\r\nGrüße\r\n')
      const local = Buffer.from('bö@example.net').toString('latin1')
      expect(await first(all, mailOf())).toBe('MAIL FROM:<ann@example.com>\r\nRCPT TO:<bo@example.net>')
      expect(await first(all, mailOf('', { raw }))).toContain('MAIL FROM:<ann@example.com> BODY=8BITMIME\r\n')
      expect(await first(['PIPELINING'], mailOf('', { raw }))).toContain('MAIL FROM:<ann@example.com>\r\n')
      expect(await first(all, mailOf('', { to: 'bö@example.net' }))).toBe(
        `MAIL FROM:<ann@example.com> SMTPUTF8\r\nRCPT TO:<${local}>`,
      )
    })

    it('a message above the server’s SIZE limit is not started', async () => {
      const { server, transport } = await open(['PIPELINING', 'SIZE 1000'], takeAll)
      expect(await send(transport, 'x'.repeat(1_000))).toMatchObject({ ok: false, why: 'refused' })
      okay(await send(transport, 'x'.repeat(900)))
      expect(server.received().match(/MAIL FROM/g)).toHaveLength(1)
    })
  })

  it.each(['bo@example.net>\r\nRCPT TO:<eve@example.org', 'bo\n@example.net', '<bo@example.net>', ''])(
    'an address that could be more than one is refused: %j',
    async (address) => {
      const { server, transport } = await open(['PIPELINING'], takeAll)
      const refused = { ok: false, why: 'refused', detail: expect.stringContaining('Invalid') }
      expect(await transport.send(mailOf('', { to: address }), NEVER)).toMatchObject(refused)
      if (address) expect(await transport.send(mailOf('', { from: address }), NEVER)).toMatchObject(refused)
      okay(await send(transport))
      expect(server.talks).toHaveLength(1)
      expect(server.received()).not.toContain('eve')
    },
  )

  it('replaces a connection after a thousand messages', async () => {
    const { server, transport } = await open(['PIPELINING'], takeAll)
    for (let n = 0; n <= 1_000; n += 1) okay(await send(transport))
    expect(server.talks.map(({ chunks }) => chunks.length)).toEqual([2_001, 2])
    expect(server.talks[0]!.chunks.at(-1)).toBe('QUIT\r\n')
  })

  it('closes an idle connection with QUIT', async () => {
    const { server, transport } = await open(['PIPELINING'], takeAll, { timeouts: { ...PATIENT, idle: 30 } })
    okay(await send(transport))
    await server.talks[0]!.closed
    expect(server.received()).toMatch(/\r\n\.\r\nQUIT\r\n$/)
  })
})
