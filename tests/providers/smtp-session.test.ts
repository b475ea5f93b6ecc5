import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { mailDeps } from '~/providers/mail/deps'
import { openConnection } from '~/providers/mail/smtp/session'
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

describe('a nodemailer SMTP connection', () => {
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
  ])('carries messages %s', async (_, options, secure, isEncrypted) => {
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

  it('is retried twice when the server closes before its greeting', async () => {
    const server = await startScriptedSmtp()
    ends.push(server.close)
    server.play({ greeting: 'CUT' })
    await expect(openConnection(configOf(server.port), deps).connection).rejects.toMatchObject({
      code: 'ECONNECTION',
    })
    expect(server.state.connections).toBe(3)
  })
})
