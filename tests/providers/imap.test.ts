import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailProvider } from '~/providers/mail/types'
import { FOLDERS, listFolder } from '~/simulators/mail/folders'
import { NEVER, okay, sendIdOfMail, syncAll, writeMail } from './support/mail'
import { startMailServers, type TestMailServers } from './support/mail-servers'

const SENT = FOLDERS.find(({ path }) => path === 'Sent')!

describe('an IMAP mailbox', () => {
  let servers: TestMailServers
  beforeAll(async () => {
    servers = await startMailServers()
  })
  afterAll(() => servers.close())

  /** Sends one message and returns the recipient's view of it. */
  async function correspond(provider: MailProvider, name: string) {
    const mail = await writeMail(`${name}-1`, { from: `${name}@example.com`, to: `${name}@example.net` })
    okay(await provider.send(mail, NEVER))
    const [{ id } = { id: '' }] = await servers.people.list({ to: `${name}@example.net` })
    return { mail, reply: (text: string) => servers.people.reply(id, { text }) }
  }
  const put = (to: string, raw: string | Buffer) =>
    servers.store.deliver({ service: 'person', raw: Buffer.from(raw), from: 'bo@example.net', to: [to] })

  it('starts over after a UIDVALIDITY change without losing or repeating messages', async () => {
    const provider = servers.openMailbox('renamed@example.com')
    const { reply } = await correspond(provider, 'renamed')
    await reply('Long ago')
    servers.clock.advance(10 * 86_400_000)
    const { cursor } = okay(await provider.sync(null, NEVER))
    await reply('Seen')
    const seen = await syncAll(provider, cursor)
    expect(seen.messages).toHaveLength(1)
    await reply('New')
    servers.uids.validity = 2
    const again = await syncAll(provider, seen.cursor)
    const texts = again.messages.map(({ raw }) => /^(Long ago|Seen|New)/m.exec(raw.toString())?.[1])
    expect(texts).toEqual(['New'])
    expect(new Set(again.messages.map(({ providerId }) => providerId.split(':')[1]))).toEqual(new Set(['2']))
    expect((await syncAll(provider, again.cursor)).messages).toEqual([])
    servers.uids.validity = 1
    await provider.close()
  })

  it('reads the last week after a lost cursor', async () => {
    const provider = servers.openMailbox('lost@example.com')
    const { reply } = await correspond(provider, 'lost')
    await reply('Now')
    for (const broken of ['not JSON', '{}', '{"folders":{"INBOX":{"validity":1}}}', '17']) {
      const read = await syncAll(provider, broken)
      expect(read.messages).toHaveLength(1)
      expect((await syncAll(provider, read.cursor)).messages).toEqual([])
    }
    await provider.close()
  })

  it('reads the first megabyte of a huge message', async () => {
    const provider = servers.openMailbox('huge@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    await put('huge@example.com', `Subject: Huge\r\n\r\n${'0123456789abcdef'.repeat(200_000)}`)
    const { messages } = okay(await provider.sync(cursor, NEVER))
    expect(messages.map(({ raw }) => raw.length)).toEqual([1024 * 1024])
    expect(messages[0]!.raw.toString('latin1', 0, 13)).toBe('Subject: Huge')
    await provider.close()
  })

  it('accepts an empty mailbox', async () => {
    const provider = servers.openMailbox('empty@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    expect(await provider.sync(cursor, NEVER)).toMatchObject({ ok: true, messages: [], more: false })
    expect(await provider.findSent('nothing', 'x@example.net', NEVER)).toEqual({ ok: true, providerId: null })
    await put('empty@example.com', 'Subject: First\r\n\r\nHi\r\n')
    expect((await syncAll(provider, cursor)).messages).toHaveLength(1)
    await provider.close()
  })

  it('reads the junk folder, too', async () => {
    const provider = servers.openMailbox('junk@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    await servers.store.keep(
      'junk@example.com',
      Buffer.from('Subject: In junk\r\n\r\nHi\r\n'),
      'SPAM',
      await servers.clock.now(),
    )
    await put('junk@example.com', 'Subject: In inbox\r\n\r\nHi\r\n')
    const { messages, cursor: next } = await syncAll(provider, cursor)
    expect(messages.map(({ providerId }) => providerId.split(':')[0])).toEqual(['INBOX', 'Junk'])
    expect((await syncAll(provider, next)).messages).toEqual([])
    await provider.close()
  })

  it('reads 8-bit messages and literal names byte for byte', async () => {
    const provider = servers.openMailbox('bytes@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const raw = Buffer.concat([
      Buffer.from('Subject: Bytes\r\n\r\n'),
      Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x28, 0x0d, 0x0a]),
    ])
    await put('bytes@example.com', raw)
    const { messages } = okay(await provider.sync(cursor, NEVER))
    expect(messages[0]!.raw.equals(raw)).toBe(true)
    await provider.close()
  })

  it('stores one copy in the Sent folder and finds it there', async () => {
    const provider = servers.openMailbox('copy@example.com')
    const { mail } = await correspond(provider, 'copy')
    await servers.copied('copy@example.com')
    const kept = await listFolder(servers.db, 'copy@example.com', SENT)
    expect(kept).toMatchObject([{ messageId: mail.messageId, seen: true }])
    expect(await provider.findSent(mail.sendId, mail.to, NEVER)).toEqual({
      ok: true,
      providerId: `Sent:1:${kept[0]!.uid}`,
      messageId: mail.messageId,
    })
    expect(await provider.findSent(`${mail.sendId}0`, mail.to, NEVER)).toEqual({ ok: true, providerId: null })
    expect(await provider.findSent(mail.sendId.slice(0, -1), mail.to, NEVER)).toEqual({
      ok: true,
      providerId: null,
    })
    // It is a copy, not a second message.
    expect(await servers.people.list({ to: 'copy@example.net' })).toHaveLength(1)
    expect(await servers.people.list({ to: 'copy@example.com' })).toEqual([])
    await provider.close()
  })

  it('stores no copy when the server keeps its own', async () => {
    const provider = servers.openMailbox('self@example.com')
    const mail = await writeMail('self-1', { from: 'self@example.com', to: 'self@example.net' })
    await servers.store.keep('self@example.com', mail.raw, 'SENT', await servers.clock.now())
    okay(await provider.send(mail, NEVER))
    await servers.copied('self@example.com')
    expect(await listFolder(servers.db, 'self@example.com', SENT)).toHaveLength(1)
    await provider.close()
  })

  it.each([
    ['without a special use, as on Dovecot', 'dovecot', { withUse: false }, [false]],
    ['with the special use where the server offers it', 'use', { withUse: true }, [true]],
    ['without it where the server refuses it', 'useless', { withUse: true, refusesUse: true }, [true, false]],
  ])('creates a missing Sent folder %s', async (_, name, { withUse, ...more }, expected) => {
    const email = `${name}@example.com`
    const created: boolean[] = []
    servers.folders.missing.add('Sent')
    servers.folders.creating.withUse = withUse
    servers.folders.creating.refuse = (use) => {
      created.push(use)
      return use && 'refusesUse' in more ? '[USEATTR] That use is not supported' : undefined
    }
    const provider = servers.openMailbox(email)
    const { mail } = await correspond(provider, name)
    await servers.copied(email)
    expect([created, [...servers.folders.missing]]).toEqual([expected, []])
    const kept = await listFolder(servers.db, email, SENT)
    expect(kept).toMatchObject([{ messageId: mail.messageId, seen: true }])
    await provider.close()
  })

  it('retries creating the Sent folder after an hour', async () => {
    servers.folders.missing.add('Sent')
    servers.folders.creating.refuse = () => '[NOPERM] No new folders for you'
    const provider = servers.openMailbox('later@example.com')
    const send = async (name: string) => {
      const mail = await writeMail(name, { from: 'later@example.com', to: 'later@example.net' })
      okay(await provider.send(mail, NEVER))
      await servers.copied('later@example.com')
      return listFolder(servers.db, 'later@example.com', SENT)
    }
    expect(await send('later-1')).toEqual([])
    servers.folders.missing.clear()
    servers.folders.creating.refuse = undefined
    expect(await send('later-2')).toEqual([])
    servers.clock.advance(60 * 60_000)
    expect(await send('later-3')).toMatchObject([{ seen: true }])
    expect(await send('later-4')).toHaveLength(2)
    await provider.close()
  })

  it('a failed copy does not affect the send', async () => {
    const imap = { host: '127.0.0.1', port: 1, secure: false }
    const provider = servers.openMailbox('nocopy@example.com', { imap })
    const mail = await writeMail('nocopy-1', { from: 'nocopy@example.com', to: 'nocopy@example.net' })
    okay(await provider.send(mail, NEVER))
    await servers.copied('nocopy@example.com', { imap })
    expect(await servers.people.list({ to: 'nocopy@example.net' })).toHaveLength(1)
    expect(await provider.sync(null, NEVER)).toMatchObject({ ok: false, why: 'retry' })
    await provider.close()
  })

  it('reports new mail at once until stopped', async () => {
    const provider = servers.openMailbox('watch@example.com')
    const stop = new AbortController()
    const calls = waiter()
    const ended = provider.watch!(calls.hit, stop.signal)
    await calls.reached(1) // earlier messages are not announced
    await put('watch@example.com', 'Subject: New\r\n\r\nHi\r\n')
    await calls.reached(2)
    await put('watch@example.com', 'Subject: Newer\r\n\r\nHi\r\n')
    await calls.reached(3)
    stop.abort()
    expect(await ended).toEqual({ ended: 'stopped' })
    expect(await provider.watch!(calls.hit, AbortSignal.abort())).toEqual({ ended: 'stopped' })
    await provider.close()
  })

  it('explains why a watch ended', async () => {
    const away = servers.openMailbox('away@example.com', {
      imap: { host: '127.0.0.1', port: 1, secure: false },
    })
    expect(await away.watch!(() => {}, NEVER)).toMatchObject({ ended: 'failed', failure: { why: 'retry' } })
    const wrong = servers.openMailbox('wrong@example.com', { password: 'wrong' })
    expect(await wrong.watch!(() => {}, NEVER)).toMatchObject({ ended: 'failed', failure: { why: 'auth' } })
  })

  it('reads nothing without IMAP', async () => {
    const provider = servers.openMailbox('blind@example.com', { imap: null })
    expect(provider.canRead).toBe(false)
    expect(provider.watch).toBeUndefined()
    const mail = await writeMail('blind-1', { from: 'blind@example.com', to: 'blind@example.net' })
    okay(await provider.send(mail, NEVER))
    expect(await provider.sync(null, NEVER)).toMatchObject({ ok: true, messages: [], more: false })
    expect(await provider.findSent(sendIdOfMail('blind-1'), 'blind@example.net', NEVER)).toEqual({
      ok: true,
      providerId: null,
    })
    await provider.close()
  })

  it('reports a wrong password as "auth" in the server’s words', async () => {
    const provider = servers.openMailbox('closed@example.com', { password: 'wrong' })
    const mail = await writeMail('closed-1', { from: 'closed@example.com', to: 'closed@example.net' })
    expect(await provider.send(mail, NEVER)).toEqual({
      ok: false,
      why: 'auth',
      code: '535 5.7.8',
      detail: '535 5.7.8 Username and password not accepted',
    })
    expect(await provider.sync(null, NEVER)).toEqual({
      ok: false,
      why: 'auth',
      code: 'AUTHENTICATIONFAILED',
      detail: 'Invalid credentials',
    })
    await provider.close()
  })

  it('an aborted sync ends at once and can be repeated', async () => {
    const provider = servers.openMailbox('halt@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    await put('halt@example.com', 'Subject: Here\r\n\r\nHi\r\n')
    const stop = new AbortController()
    await servers.faults.add({ service: 'smtp', kind: 'timeout', times: 1 })
    const syncing = provider.sync(cursor, stop.signal)
    stop.abort()
    expect(await syncing).toMatchObject({ ok: false, why: 'retry' })
    // The fault may not have been met yet.
    while (await servers.faults.take('smtp', 'timeout'));
    expect((await syncAll(provider, cursor)).messages).toHaveLength(1)
    await provider.close()
  })
})

/** Counts calls and lets a test wait for the n-th. */
function waiter() {
  let count = 0
  const waiting: { at: number; resolve(): void }[] = []
  return {
    hit: () => {
      count += 1
      for (const one of waiting) if (count >= one.at) one.resolve()
    },
    reached: (at: number) =>
      count >= at ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ at, resolve })),
  }
}
