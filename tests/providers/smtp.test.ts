import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnv } from '~/env.server'
import { createProviders } from '~/providers/factory.server'
import { mailDeps } from '~/providers/mail/deps'
import { createSmtpPools } from '~/providers/mail/smtp/pools'
import { verifyMailbox } from '~/providers/mail/smtp/verify'
import type { SmtpConfig } from '~/providers/mail/types'
import { NEVER, okay, writeMail } from './support/mail'
import { SHORT, startMailServers, type TestMailServers } from './support/mail-servers'
import { type ScriptedSmtp, startScriptedSmtp } from './support/scripted-smtp'

describe('SMTP mailboxes', () => {
  let servers: TestMailServers
  let scripted: ScriptedSmtp
  beforeAll(async () => {
    servers = await startMailServers()
    scripted = await startScriptedSmtp()
  })
  afterAll(() => Promise.all([servers.close(), scripted.close()]))

  const scriptedConfig = (email = 'ann@example.com', port = scripted.port): SmtpConfig => ({
    email,
    smtp: { host: '127.0.0.1', port, secure: false },
    imap: null,
    username: email,
    password: 'secret',
  })
  const deps = (idle = 60_000) =>
    mailDeps({ allowPrivateHosts: true, timeouts: { ...SHORT, idle }, maxConnections: 3 })

  describe('before a mailbox is saved', () => {
    const verify = (config: SmtpConfig) => verifyMailbox(config, servers.deps, NEVER)

    it('tries both logins', async () => {
      expect(await verify(servers.configOf('ok@example.com'))).toEqual({ ok: true })
      expect(await verify(servers.configOf('ok@example.com', { imap: null }))).toEqual({ ok: true })
    })

    it('names the failed part and the server’s reply', async () => {
      expect(await verify(servers.configOf('ok@example.com', { password: 'no' }))).toMatchObject({
        ok: false,
        part: 'smtp',
        why: 'auth',
        detail: '535 5.7.8 Username and password not accepted',
      })
      const gone = { host: '127.0.0.1', port: 1, secure: false }
      expect(await verify(servers.configOf('ok@example.com', { imap: gone }))).toMatchObject({
        ok: false,
        part: 'imap',
        why: 'retry',
        detail: '127.0.0.1:1 refused the connection',
      })
      expect(await verify(servers.configOf('ok@example.com', { smtp: gone }))).toMatchObject({ part: 'smtp' })
      // A server that speaks SMTP where IMAP is expected, and vice versa.
      const { smtp, imap } = servers.configOf('ok@example.com')
      expect(await verify(servers.configOf('ok@example.com', { imap: smtp }))).toMatchObject({
        part: 'imap',
        ok: false,
      })
      expect(await verify(servers.configOf('ok@example.com', { smtp: imap! }))).toMatchObject({
        part: 'smtp',
        ok: false,
      })
    })

    it('refuses a server without AUTH, and never sends it the password', async () => {
      scripted.play({ EHLO: '250-mx.example.net\r\n250 SIZE 20000000' })
      expect(await verify(scriptedConfig())).toEqual({
        ok: false,
        part: 'smtp',
        why: 'auth',
        detail: `127.0.0.1:${scripted.port} does not offer login (AUTH), so the user name and password could not be checked. Use the submission port, usually 587 or 465.`,
      })
      expect(scripted.state.received).not.toMatch(/AUTH|secret/)
      expect(await verify({ ...scriptedConfig(), username: '', password: '' })).toEqual({ ok: true })
    })

    it('refuses an IMAP server with LOGINDISABLED', async () => {
      const imap = await startGreeter('* OK [CAPABILITY IMAP4rev1 LOGINDISABLED] Ready')
      expect(await verify(servers.configOf('ok@example.com', { imap }))).toMatchObject({
        ok: false,
        part: 'imap',
        why: 'auth',
        detail: expect.stringMatching(/^127\.0\.0\.1:\d+ does not offer password login/),
      })
      await imap.close()
    })

    it('ends at the timeout or on abort when a server stalls', async () => {
      scripted.play({ greeting: 'SILENCE' })
      const hasty = mailDeps({ allowPrivateHosts: true, timeouts: { ...SHORT, greeting: 100 } })
      expect(await verifyMailbox(scriptedConfig(), hasty, NEVER)).toMatchObject({
        ok: false,
        part: 'smtp',
        detail: expect.stringContaining('did not answer in time'),
      })
      const stop = new AbortController()
      const verifying = verifyMailbox(scriptedConfig(), servers.deps, stop.signal)
      stop.abort()
      expect(await verifying).toMatchObject({ ok: false, part: 'smtp', why: 'retry' })
    })
  })

  describe('connections', () => {
    const write = (id: string) => writeMail(id, { from: 'ann@example.com', to: 'bo@example.net' })

    it('are reused across providers, up to the limit', async () => {
      const server = await startScriptedSmtp()
      const providers = createProviders(parseEnv({ ALLOW_PRIVATE_HOSTS: 'on' }), { maxConnections: 3 })
      for (let batch = 0; batch < 4; batch += 1) {
        const provider = providers.smtp(scriptedConfig('kept@example.com', server.port))
        const mails = await Promise.all(Array.from({ length: 10 }, (_, n) => write(`kept-${batch}-${n}`)))
        const results = await Promise.all(mails.map((mail) => provider.send(mail, NEVER)))
        expect(results.every(({ ok }) => ok)).toBe(true)
        await provider.close()
      }
      expect(server.state.connections).toBeLessThanOrEqual(3)
      expect(server.state.dots).toHaveLength(40)
      await providers.close()
      await server.close()
    })

    it('are not shared with another password', async () => {
      scripted.play({})
      const pools = createSmtpPools(deps())
      const [one, same, other] = [
        pools.acquire(scriptedConfig()),
        pools.acquire(scriptedConfig()),
        pools.acquire({ ...scriptedConfig(), password: 'changed' }),
      ]
      expect(one.transport).toBe(same.transport)
      expect(other.transport).not.toBe(one.transport)
      await pools.close()
      expect(pools.size()).toBe(0)
    })

    it('of idle mailboxes are closed, the longest idle first', async () => {
      const pools = createSmtpPools(deps())
      const inUse = pools.acquire(scriptedConfig('busy@example.com'))
      for (let n = 0; n < 3_000; n += 1) pools.acquire(scriptedConfig(`box${n}@example.com`)).release()
      expect(pools.size()).toBeLessThanOrEqual(1_001)
      const again = pools.acquire(scriptedConfig('busy@example.com'))
      expect(again.transport).toBe(inUse.transport)
      const last = pools.acquire(scriptedConfig('box2999@example.com'))
      last.release()
      last.release() // a second time changes nothing
      expect(pools.size()).toBeLessThanOrEqual(1_001)
      await pools.close()
    })

    it('are closed after a while without use', async () => {
      scripted.play({})
      const pools = createSmtpPools(deps(20))
      const lines = pools.acquire(scriptedConfig())
      okay(await lines.transport.send(await write('idle-1'), NEVER))
      lines.release()
      while (pools.size() > 0) await new Promise((resolve) => setImmediate(resolve))
      await pools.close()
    })

    it('a closed pool reports it and loses no message', async () => {
      scripted.play({})
      const pools = createSmtpPools(deps())
      const lines = pools.acquire(scriptedConfig())
      await pools.close()
      expect(await lines.transport.send(await write('closed-1'), NEVER)).toMatchObject({
        ok: false,
        why: 'retry',
      })
    })
  })
})

/** An IMAP server that greets and accepts everything. */
async function startGreeter(greeting: string) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(`${greeting}\r\n`)
    socket.on('data', (data) => {
      for (const [, tag] of data.toString('latin1').matchAll(/^(\S+) [A-Z].*\r$/gm))
        socket.write(`${tag} OK done\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  }
  return { host: '127.0.0.1', port, secure: false, close }
}
