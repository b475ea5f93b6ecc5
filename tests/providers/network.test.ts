import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailDeps } from '~/providers/mail/deps'
import { createSmtpPools } from '~/providers/mail/smtp/pools'
import { createSmtpProvider } from '~/providers/mail/smtp/smtp'
import { verifyMailbox } from '~/providers/mail/smtp/verify'
import type { SmtpConfig } from '~/providers/mail/types'
import { isPublicAddress, readHost } from '~/providers/net/address'
import { locate, type Network } from '~/providers/net/connect'
import { NEVER, writeMail } from './support/mail'
import { SHORT } from './support/mail-servers'
import { type ScriptedSmtp, startScriptedSmtp } from './support/scripted-smtp'

const PUBLIC = '93.184.216.34'
const PUBLIC_6 = '2606:2800:220:1:248:1893:25c8:1946'

/** Addresses that are not of the public internet, in the spelling of resolvers (IANA's special-purpose registries). */
const NOT_PUBLIC = [
  [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.1.2.3',
    '169.254.169.254',
  ],
  ['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
  [
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', `::ffff:${PUBLIC}`, '::ffff:7f00:1'],
  [
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
  ],
  [
    '2001:10::1',
    '2001:2::1',
    '2002:7f00:1::1',
    '2002:a00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
  ],
  ['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', '8000::1'],
].flat()

/** Other spellings of 127.0.0.1, 10.0.0.1, 169.254.169.254 and of nothing at all: no host at all. */
const SPELLINGS = [
  ['0177.0.0.1', '0177.0.0.01', '127.1', '127.0.1', '2130706433', '017700000001', '0x7f000001', '0x7f.0.0.1'],
  ['0x7f.1', '0X7F.0X0.0X0.0X1', '127.0.0.0x1', '00000177.0.0.1', '167772161', '0xa.0.0.1', '012.0.0.1'],
  [
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '127.0.0.1.',
    '127.0.0.1..',
    '127.0.0.256',
    '1.2.3.4.5',
  ],
  [
    '１２７.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '127.0.0.1%00',
    '127.0.0.1 ',
    '[::1',
    '::1]',
    '[127.0.0.1]',
    '::g',
  ],
  [
    '',
    ' ',
    '.',
    '..',
    'a..b',
    '-',
    'exa mple.com',
    'user@mail.example.com',
    'mail.example.com/x',
    'mail.example.com:25',
  ],
  [
    'http://127.0.0.1',
    'mail.example.com\r\nX',
    'mail\0.example.com',
    `${'a'.repeat(64)}.com`,
    'a'.repeat(300),
    '0x',
    '0',
  ],
].flat()

function network(addresses: Record<string, string[]> = {}, more: Partial<Network> = {}) {
  const asked: string[] = []
  const stub: Network = {
    allowPrivateHosts: false,
    resolve: async (name) => {
      asked.push(name)
      const found = addresses[name]
      if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      return found
    },
    ...more,
  }
  return { stub, asked }
}

describe('hosts named by users', () => {
  it.each(NOT_PUBLIC)('refuses %s, as a literal and as the address of a name', async (address) => {
    expect(isPublicAddress(address)).toBe(false)
    const { stub } = network({ 'mail.example.com': [address], 'both.example.com': [PUBLIC, address] })
    for (const host of [
      address,
      address.includes(':') ? `[${address}]` : address,
      'mail.example.com',
      'both.example.com',
    ]) {
      await expect(locate({ host, port: 587 }, stub, 1_000)).rejects.toMatchObject({ trouble: 'forbidden' })
    }
  })

  it.each(SPELLINGS)('refuses %j as a host, or resolves it to loopback without DNS', async (host) => {
    const { stub, asked } = network()
    await expect(locate({ host, port: 587 }, stub, 1_000)).rejects.toMatchObject({ trouble: 'forbidden' })
    expect(asked).toEqual([])
  })

  it.each([PUBLIC, '8.8.8.8', PUBLIC_6, '2a00:1450:4001:81b::200e'])('accepts %s as public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('accepts host names in any case and script', () => {
    expect(readHost(' SMTP.Example.com. ')).toEqual({ host: 'smtp.example.com', isAddress: false })
    expect(readHost('post.bücher.example')).toEqual({ host: 'post.xn--bcher-kva.example', isAddress: false })
    expect(readHost('localhost')).toEqual({ host: 'localhost', isAddress: false })
    expect(readHost('[2606:2800:220:1::1]')).toEqual({ host: '2606:2800:220:1::1', isAddress: true })
  })

  it.each([22, 80, 110, 3000, 5432, 6379, 8025, 0, 65_535])(
    'port %i is refused with private hosts',
    async (port) => {
      const { stub, asked } = network({ 'mail.example.com': [PUBLIC] })
      await expect(locate({ host: 'mail.example.com', port }, stub, 1_000)).rejects.toMatchObject({
        trouble: 'forbidden',
      })
      expect(asked).toEqual([])
    },
  )

  it.each([25, 143, 465, 587, 993, 2525])('allows port %i', async (port) => {
    const { stub } = network({ 'mail.example.com': [PUBLIC_6, PUBLIC] })
    expect(await locate({ host: 'mail.example.com', port }, stub, 1_000)).toEqual({
      endpoints: [
        { address: PUBLIC, port },
        { address: PUBLIC_6, port },
      ],
      isPublic: true,
      servername: 'mail.example.com',
    })
  })

  it('allows private hosts and any port when the operator does', async () => {
    const { stub } = network({ 'mail.lan': ['192.168.1.7'] }, { allowPrivateHosts: true })
    const located = await locate({ host: 'mail.lan', port: 1025 }, stub, 1_000)
    expect(located).toMatchObject({ endpoints: [{ address: '192.168.1.7', port: 1025 }], isPublic: false })
    await expect(locate({ host: '0177.0.0.1', port: 25 }, stub, 1_000)).rejects.toMatchObject({
      trouble: 'forbidden',
    })
  })

  it('reports an unknown name and an unreachable name server', async () => {
    const { stub } = network({ 'none.example.com': [] })
    for (const host of ['none.example.com', 'unknown.example.com']) {
      await expect(locate({ host, port: 25 }, stub, 1_000)).rejects.toMatchObject({
        trouble: 'dns',
        message: `The host ${host} could not be found`,
      })
    }
    const slow = network({}, { resolve: () => new Promise(() => {}) })
    await expect(locate({ host: 'slow.example.com', port: 25 }, slow.stub, 20)).rejects.toMatchObject({
      trouble: 'dns',
    })
  })
})

/** A clear-text IMAP server that records its commands. */
async function startPlainImap() {
  const state = { received: '', connections: 0 }
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    state.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      state.received += chunk.toString('latin1')
      const tag = /^\S+/.exec(chunk.toString('latin1'))?.[0] ?? '*'
      if (/CAPABILITY/i.test(chunk.toString('latin1'))) socket.write('* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n')
      socket.write(`${tag} OK done\r\n`)
    })
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] Ready\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    state,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

describe('connections to hosts named by users', () => {
  let smtp: ScriptedSmtp
  let imap: Awaited<ReturnType<typeof startPlainImap>>
  beforeAll(async () => {
    smtp = await startScriptedSmtp()
    imap = await startPlainImap()
  })
  afterAll(() => Promise.all([smtp.close(), imap.close()]))

  const config = (secure = false): SmtpConfig => ({
    email: 'ann@example.com',
    smtp: { host: 'mail.example.com', port: secure ? 465 : 587, secure },
    imap: { host: 'mail.example.com', port: secure ? 993 : 143, secure },
    username: 'ann@example.com',
    password: 'correct horse',
  })
  /** The password, or the log-in that holds it, in any form in which it may be written. */
  const SECRET = /AUTH|LOGIN|correct|horse|Y29ycmVjdCBob3JzZ|AGFubkBleGFtcGxl|vcnJlY3QgaG9yc2/i

  /** The environment of a public host: the checked address is public, the test's server responds. */
  function world(resolve: (name: string) => string[]) {
    const asked: string[] = []
    const stub: Network = {
      allowPrivateHosts: false,
      resolve: async (name) => {
        asked.push(name)
        return resolve(name)
      },
      route: ({ port }) => ({
        address: '127.0.0.1',
        port: port === 143 || port === 993 ? imap.port : smtp.port,
      }),
    }
    const deps = mailDeps({ allowPrivateHosts: false, network: stub, timeouts: SHORT })
    const pools = createSmtpPools(deps)
    return { asked, deps, pools, open: (given: SmtpConfig) => createSmtpProvider(given, pools, deps) }
  }
  const mail = () => writeMail('net-1', { from: 'ann@example.com', to: 'bo@example.net' })

  it('sends no password to a public SMTP server without STARTTLS', async () => {
    smtp.play({})
    const { open, deps, pools } = world(() => [PUBLIC])
    const provider = open(config())
    const failure = {
      ok: false,
      why: 'retry',
      detail: expect.stringContaining('does not offer encryption (STARTTLS)'),
    }
    expect(await provider.send(await mail(), NEVER)).toMatchObject(failure)
    expect(await verifyMailbox(config(), deps, NEVER)).toMatchObject({ ...failure, part: 'smtp' })
    expect(smtp.state.received).toContain('STARTTLS')
    expect(smtp.state.received).not.toMatch(SECRET)
    await provider.close()
    await pools.close()
  })

  it('sends no password to a public IMAP server without STARTTLS', async () => {
    const { open, pools } = world(() => [PUBLIC])
    const provider = open(config())
    expect(await provider.sync(null, NEVER)).toMatchObject({
      ok: false,
      why: 'retry',
      detail: 'mail.example.com:143 does not offer encryption (STARTTLS), so no password was sent',
    })
    expect(imap.state.connections).toBeGreaterThan(0)
    expect(imap.state.received).not.toMatch(/LOGIN|AUTHENTICATE|correct|horse/i)
    await provider.close()
    await pools.close()
  })

  it.each(['454 4.7.0 TLS not available', '220 Go ahead'])(
    'nor where STARTTLS is offered and then fails: %s',
    async (reply) => {
      smtp.play({ EHLO: '250-mx\r\n250-STARTTLS\r\n250 AUTH PLAIN', STARTTLS: reply })
      const { open, pools } = world(() => [PUBLIC])
      const provider = open(config())
      expect(await provider.send(await mail(), NEVER)).toMatchObject({ ok: false, why: 'retry' })
      expect(smtp.state.received.replace(/[^\x20-\x7e\r\n]/g, '')).not.toMatch(
        /AUTH|correct|horse|Y29ycmVjdC/i,
      )
      await provider.close()
      await pools.close()
    },
  )

  it('sends no password to a server that answers TLS in clear text', async () => {
    smtp.play({})
    const { open, pools } = world(() => [PUBLIC])
    const provider = open(config(true))
    expect(await provider.send(await mail(), NEVER)).toMatchObject({ ok: false, why: 'retry' })
    expect(await provider.sync(null, NEVER)).toMatchObject({ ok: false, why: 'retry' })
    expect(smtp.state.received).not.toMatch(/AUTH|correct|horse/i)
    await provider.close()
    await pools.close()
  })

  it('connects to the address that was checked, whatever DNS says later', async () => {
    smtp.play({ EHLO: '250-mx\r\n250 AUTH PLAIN' })
    let lookups = 0
    const { open, asked, pools } = world(() => (lookups++ === 0 ? [PUBLIC] : ['127.0.0.1']))
    const provider = open(config())
    await provider.send(await mail(), NEVER)
    // One DNS query per connection; its result was checked, and no other query followed.
    expect(asked).toEqual(['mail.example.com'])
    expect(smtp.state.connections).toBe(1)
    // The next connection queries again, and is refused before anything is opened.
    expect(await provider.send(await mail(), NEVER)).toEqual({
      ok: false,
      why: 'auth',
      detail: 'mail.example.com is on a private network (127.0.0.1), which is not allowed',
    })
    expect(asked).toHaveLength(2)
    expect(smtp.state.connections).toBe(1)
    const before = imap.state.connections
    expect(await provider.sync(null, NEVER)).toMatchObject({ ok: false, why: 'auth' })
    expect(imap.state.connections).toBe(before)
    await provider.close()
    await pools.close()
  })

  it('allows clear text on a private network if the operator does', async () => {
    smtp.play({})
    const deps = mailDeps({ allowPrivateHosts: true, timeouts: SHORT })
    const given = { ...config(), smtp: { host: '127.0.0.1', port: smtp.port, secure: false }, imap: null }
    expect(await verifyMailbox(given, deps, NEVER)).toEqual({ ok: true })
    expect(smtp.state.received).toContain('AUTH PLAIN')
  })
})
