import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createOpenAiProvider } from '~/providers/ai/openai'
import { createDomainNames } from '~/providers/dns/domain-check'
import { createApolloDatabase } from '~/providers/leads/apollo'
import { mailDeps } from '~/providers/mail/deps'
import { createGmailProvider } from '~/providers/mail/gmail/gmail'
import { createSmtpPools } from '~/providers/mail/smtp/pools'
import { createSmtpProvider } from '~/providers/mail/smtp/smtp'
import { verifyMailbox } from '~/providers/mail/smtp/verify'
import type { SmtpConfig } from '~/providers/mail/types'
import { AI_CALL, GMAIL_WORK, LEAD_CALL, MAIL_BUDGETS } from '~/providers/net/budget'
import { startNameServer } from '../support/dns'
import { NEVER, writeMail } from './support/mail'

const servers: (Server | TcpServer)[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function portOf(server: Server | TcpServer): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const listen = async (respond: RequestListener) => `http://127.0.0.1:${await portOf(createServer(respond))}`

/** The capacity of the socket buffers on both sides. */
const IN_BUFFERS = 16 * 1024 * 1024

/** A JSON text that never ends, and how much of it was taken. */
function endless() {
  let sent = 0
  const piece = 'x'.repeat(64 * 1024)
  const respond: RequestListener = (_, res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.write('{"a":"')
    const push = () => {
      while (!res.destroyed) {
        sent += piece.length
        if (!res.write(piece)) return
      }
    }
    res.on('drain', push)
    push()
  }
  return { respond, sent: () => sent }
}

/** One byte at intervals, forever. */
const dripping: RequestListener = (_, res) => {
  res.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => res.write(' '), 10)
  res.on('close', () => clearInterval(timer))
}

const search = (baseUrl: string, more: object = {}) =>
  createApolloDatabase({ baseUrl, apiKey: 'k', timeoutMs: 400, ...more }).search(
    {
      jobTitles: ['CTO'],
      locations: [],
      locationType: 'contact',
      industries: [],
      industryNames: [],
      employeeCounts: [],
    },
    { page: 1, perPage: 10 },
    NEVER,
  )
const generate = (baseUrl: string, more: object = {}) =>
  createOpenAiProvider({ baseUrl, model: 'm', timeoutMs: 400, ...more }).generate(
    { system: 's', user: 'u', maxTokens: 10 },
    NEVER,
  )
const gmail = (base: string, more: object = {}) =>
  createGmailProvider({
    tokens: { accessToken: 'a', refreshToken: 'r', expiresAt: null },
    onTokens: async () => {},
    oauth: { clientId: 'c', clientSecret: 's', redirectUri: base, authBaseUrl: base, apiBaseUrl: base },
    ...more,
  })

describe('a hostile lead service', () => {
  test('that drips its response is abandoned', async () => {
    expect(await search(await listen(dripping))).toMatchObject({ ok: false, why: 'timeout' })
  })

  test('that never ends its response is read up to the byte budget', async () => {
    const service = endless()
    expect(await search(await listen(service.respond), { timeoutMs: 30_000 })).toMatchObject({ ok: false })
    expect(service.sent()).toBeLessThan(LEAD_CALL.bytes + IN_BUFFERS)
  })

  test('that always fails is not retried beyond the total deadline', async () => {
    let calls = 0
    const base = await listen((_, res) => {
      calls += 1
      res.writeHead(500).end()
    })
    expect(await search(base, { totalMs: 500, wait: async () => {} })).toMatchObject({ why: 'unreachable' })
    // The first pause would be a second.
    expect(calls).toBe(1)
  })
})

describe('a hostile AI service', () => {
  test('that drips its response is abandoned', async () => {
    expect(await generate(await listen(dripping))).toMatchObject({ ok: false, why: 'timeout' })
  })

  test('that never ends its response is read up to the byte budget', async () => {
    const service = endless()
    expect(await generate(await listen(service.respond), { timeoutMs: 30_000 })).toMatchObject({ ok: false })
    expect(service.sent()).toBeLessThan(AI_CALL.bytes + IN_BUFFERS)
  })

  test('that always fails is not retried beyond the total deadline', async () => {
    let calls = 0
    const base = await listen((_, res) => {
      calls += 1
      res.writeHead(500).end()
    })
    expect(await generate(base, { totalMs: 400 })).toMatchObject({ why: 'unreachable' })
    expect(calls).toBe(1)
  })
})

describe('a hostile Gmail server', () => {
  test('that never ends its response is read up to the byte budget', async () => {
    const service = endless()
    const page = await gmail(await listen(service.respond)).sync(null, NEVER)
    expect(page).toMatchObject({ ok: false, why: 'retry' })
    expect(service.sent()).toBeLessThan(GMAIL_WORK.bytes + IN_BUFFERS)
  })

  test('that always offers another page is abandoned at the total deadline', async () => {
    let pages = 0
    const base = await listen((_, res) => {
      pages += 1
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ historyId: '9', history: [], nextPageToken: String(pages) }))
    })
    const page = await gmail(base, { totalMs: 300 }).sync('{"historyId":"1","seen":1}', NEVER)
    expect(page).toMatchObject({ ok: false, why: 'retry' })
    expect(pages).toBeGreaterThan(1)
  })
})

test('a silent name server delays a domain check by one deadline, not one per name', async () => {
  const server = await startNameServer({}, true)
  const findings = await createDomainNames(server.address, 60_000, 200).check('a.b.c.d.e.example', 'other')
  expect(findings.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  server.close()
})

describe('a hostile SMTP server', () => {
  const deps = mailDeps({
    allowPrivateHosts: true,
    budgets: { ...MAIL_BUDGETS, smtpLogin: { ms: 700, bytes: 256 * 1024 } },
  })
  const configOf = (port: number): SmtpConfig => ({
    email: 'ann@example.com',
    smtp: { host: '127.0.0.1', port, secure: false },
    imap: null,
    username: 'ann',
    password: 'x',
  })
  const send = async (port: number) => {
    const pools = createSmtpPools(deps)
    const provider = createSmtpProvider(configOf(port), pools, deps)
    const mail = await writeMail('hostile-1', { from: 'ann@example.com', to: 'bo@example.net' })
    const result = await provider.send(mail, NEVER)
    await pools.close()
    return result
  }

  /** Greets, and then lists its abilities without end. */
  function boasting() {
    let sent = 0
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 hello\r\n')
      const push = () => {
        while (!socket.destroyed) {
          const piece = '250-X-ABILITY\r\n'.repeat(500)
          sent += piece.length
          if (!socket.write(piece)) return
        }
      }
      socket.once('data', () => {
        socket.on('drain', push)
        push()
      })
    })
    return { server, sent: () => sent }
  }

  test('that lists capabilities without end is abandoned when sending and when verifying', async () => {
    const { server, sent } = boasting()
    const port = await portOf(server)
    expect(await send(port)).toMatchObject({ ok: false, why: 'retry' })
    expect(await verifyMailbox(configOf(port), deps, NEVER)).toMatchObject({ ok: false, part: 'smtp' })
    expect(sent()).toBeLessThan(2 * IN_BUFFERS)
  })

  test('that drips its greeting is abandoned when sending and when verifying', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const port = await portOf(server)
    expect(await send(port)).toMatchObject({ ok: false, why: 'retry' })
    expect(await verifyMailbox(configOf(port), deps, NEVER)).toMatchObject({ ok: false, part: 'smtp' })
  })
})
