import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { mailDeps } from '~/providers/mail/deps'
import { openSession } from '~/providers/mail/smtp/session'
import { takeOver } from '~/providers/mail/smtp/takeover'
import { createSmtpTransport } from '~/providers/mail/smtp/transport'
import type { SmtpConfig } from '~/providers/mail/types'
import { NEVER, okay, writeMail } from './support/mail'
import { startScriptedSmtp } from './support/scripted-smtp'

const TIMEOUTS = { connect: 5_000, greeting: 5_000, silence: 5_000, idle: 5_000 }
const deps = mailDeps({ allowPrivateHosts: true, timeouts: TIMEOUTS, maxConnections: 1 })
const configOf = (port: number, secure = false): SmtpConfig => ({
  email: 'ann@example.com',
  smtp: { host: '127.0.0.1', port, secure },
  imap: null,
  username: 'ann@example.com',
  password: 'secret',
})

describe('a connection that nodemailer opened', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  async function start(options: SMTPServerOptions) {
    const mails: { text: string; isEncrypted: boolean }[] = []
    const server = new SMTPServer({
      size: 5_000_000,
      logger: false,
      disableReverseLookup: true,
      allowInsecureAuth: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _, done) =>
        done(password === 'secret' ? null : new Error('no'), { user: username }),
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          mails.push({ text: Buffer.concat(chunks).toString('latin1'), isEncrypted: session.secure })
          done()
        })
      },
      ...options,
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise<void>((resolve) => server.close(resolve)))
    return { mails, port: (server.server.address() as AddressInfo).port }
  }

  it.each([
    ['in the clear', { disabledCommands: ['STARTTLS'] }, false, false],
    ['with STARTTLS', {}, false, true],
    ['with TLS from the first byte on', { secure: true }, true, true],
  ])('carries mails %s', async (_, options, secure, isEncrypted) => {
    const { mails, port } = await start(options)
    const transport = createSmtpTransport(configOf(port, secure), deps)
    ends.unshift(() => transport.close())
    const texts = ['Hello\n.\nBo', 'Again', 'All work and no play. '.repeat(20_000)]
    for (const [n, text] of texts.entries()) {
      const mail = await writeMail(`mail-${n}`, { from: 'ann@example.com', to: 'bo@example.net', text })
      okay(await transport.send(mail, NEVER))
      expect(mails[n]).toEqual({ text: mail.raw.toString('latin1'), isEncrypted })
    }
  })

  it.each([
    ['in the clear', { disabledCommands: ['STARTTLS'] }, false],
    ['with STARTTLS', {}, false],
    ['with TLS from the first byte on', { secure: true }, true],
  ])('is given to us alone, %s', async (_, options, secure) => {
    const { port } = await start(options)
    const { socket, can } = await openSession(configOf(port, secure), deps).session
    ends.unshift(() => socket.destroy())
    expect(socket instanceof TLSSocket).toBe(secure || !('disabledCommands' in options))
    expect(['data', 'timeout'].map((event) => socket.listenerCount(event))).toEqual([0, 0])
    expect(socket.listenerCount('error')).toBeGreaterThan(0)
    expect(socket.isPaused()).toBe(true)
    expect(can).toEqual({ pipelining: true, eightBitMime: true, smtpUtf8: true, maxBytes: 5_000_000 })
  })

  it('is of no use when more came with the log-in than was asked for', async () => {
    const server = await startScriptedSmtp()
    ends.push(server.close)
    server.play({ AUTH: { bytes: Buffer.from('235 2.7.0 Welcome\r\n250 And more\r\n') } })
    await expect(openSession(configOf(server.port), deps).session).rejects.toMatchObject({
      code: 'EPROTOCOL',
      response: '250 And more',
    })
    server.play({ AUTH: { bytes: Buffer.from('235 2.7.0 Welcome\r\n25') } })
    await expect(openSession(configOf(server.port), deps).session).rejects.toMatchObject({
      code: 'EPROTOCOL',
    })
  })

  it('is asked for again when the server hangs up before its first word, some times', async () => {
    const server = await startScriptedSmtp()
    ends.push(server.close)
    server.play({ greeting: 'CUT' })
    await expect(openSession(configOf(server.port), deps).session).rejects.toMatchObject({
      code: 'ECONNECTION',
    })
    expect(server.state.connections).toBe(3)
  })

  it('is not what it was when nodemailer changes inside, and that is said', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(dependencies.nodemailer).toMatch(/^\d+\.\d+\.\d+$/)
    const connection = new SMTPConnection()
    expect(() => takeOver(connection)).toThrow(/nodemailer \S+ is not the one/)
    for (const name of [
      '_onSocketData',
      '_supportedExtensions',
      '_maxAllowedSize',
      '_responseQueue',
      '_remainder',
    ])
      expect(connection).toHaveProperty(name)
  })
})
