import { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import type { FolderChoice } from '~/providers/mail/types'
import { NEVER, okay, syncAll, writeMail } from './support/mail'
import { startMailServers, type TestMailServers } from './support/mail-servers'

describe('the folders of an IMAP mailbox', () => {
  let servers: TestMailServers
  beforeAll(async () => {
    servers = await startMailServers()
  })
  afterAll(() => servers.close())
  afterEach(() => {
    servers.folders.hasAllMail = false
    servers.uids.validity = 1
  })

  let n = 0
  /** A mailbox whose reading has begun, and ways to put messages into its folders. */
  async function open(folders: FolderChoice = { read: 'usual', names: [] }) {
    n += 1
    const email = `box${n}@example.com`
    const provider = servers.openMailbox(email, { folders })
    const { cursor } = okay(await provider.sync(null, NEVER))
    const file = async (label: string, name: string, from = 'bo@example.net') =>
      servers.store.keep(
        email,
        Buffer.from(
          `Received: from mx.example.net\r\nFrom: Bo <${from}>\r\nTo: ${email}\r\nMessage-ID: <${name}.${n}@example.net>\r\nSubject: ${name}\r\n\r\n${name}\r\n`,
        ),
        label,
        await servers.clock.now(),
        false,
      )
    const read = async (at: string | null) => {
      const { messages, cursor } = await syncAll(provider, at)
      const found = await Promise.all(
        messages.map(async ({ raw, sent }) => `${sent ? 'own ' : ''}${(await classifyInbound(raw)).subject}`),
      )
      return { found, cursor }
    }
    /** Moves all messages of the inbox, as a mail program does. */
    const move = async (to: string, from = 'INBOX') => {
      const { host, port } = servers.imap
      const client = new ImapFlow({
        host,
        port,
        secure: false,
        auth: { user: email, pass: 'sandbox' },
        logger: false,
      })
      await client.connect()
      await client.mailboxOpen(from)
      await client.messageMove('1:*', to)
      await client.logout()
    }
    return { email, provider, cursor, file, read, move }
  }

  it('are listed with those that are read', async () => {
    const { provider, cursor } = await open({ read: 'named', names: ['Customers', 'Gone'] })
    const page = okay(await provider.sync(cursor, NEVER))
    expect(page.folders).toEqual(
      ['INBOX', 'Sent', 'Archive', 'Junk', 'Customers'].map((path) => ({ path, read: true })),
    )
    await provider.close()
  })

  it('include the archive, and others only if they were chosen', async () => {
    const { cursor, file, read, provider } = await open()
    await file('ARCHIVE', 'archived')
    await file('CUSTOMERS', 'filed')
    expect((await read(cursor)).found).toEqual(['archived'])
    await provider.close()
  })

  it.each([[{ read: 'all', names: [] }], [{ read: 'named', names: ['Customers'] }]] satisfies [
    FolderChoice,
  ][])('include chosen ones: %j', async (choice) => {
    const { cursor, file, read, provider } = await open(choice)
    await file('CUSTOMERS', 'filed')
    const first = await read(cursor)
    expect(first.found).toEqual(['filed'])
    expect((await read(first.cursor)).found).toEqual([])
    await provider.close()
  })

  it('show a message once, whether it is moved before or after it is read', async () => {
    const { cursor, file, read, move, provider } = await open()
    await file('INBOX', 'before')
    await move('Archive')
    const first = await read(cursor)
    expect(first.found).toEqual(['before'])
    await file('INBOX', 'after')
    const second = await read(first.cursor)
    expect(second.found).toEqual(['after'])
    await move('Archive')
    const third = await read(second.cursor)
    expect(third.found).toEqual([])
    await move('INBOX', 'Archive')
    // Back in the inbox it has a new UID: it is fetched again, and counts once by its Message-ID.
    expect((await read(third.cursor)).found.toSorted()).toEqual(['after', 'before'])
    await provider.close()
  })

  it('with every message show what is in no other folder, without what we sent', async () => {
    servers.folders.hasAllMail = true
    const { email, cursor, file, read, provider } = await open()
    okay(await provider.send(await writeMail(`all-${n}`, { from: email, to: 'bo@example.net' }), NEVER))
    await servers.copied(email)
    await file('INBOX', 'inbox')
    await file('ELSEWHERE', 'elsewhere')
    await file('ELSEWHERE', 'mine', email)
    const { found, cursor: next } = await read(cursor)
    expect(found.toSorted()).toEqual(['elsewhere', 'inbox', 'own mine'])
    expect((await read(next)).found).toEqual([])
    await provider.close()
  })

  it('are read from a week back when they are chosen', async () => {
    const { email, cursor, file, provider } = await open()
    await file('CUSTOMERS', 'old')
    servers.clock.advance(8 * 86_400_000)
    await file('CUSTOMERS', 'recent')
    servers.clock.advance(86_400_000)
    const { cursor: now } = await syncAll(provider, cursor)
    const chosen = servers.openMailbox(email, { folders: { read: 'all', names: [] } })
    const { messages } = await syncAll(chosen, now)
    expect(messages.map(({ raw }) => /Subject: (\w+)/.exec(raw.toString())?.[1])).toEqual(['recent'])
    await Promise.all([provider.close(), chosen.close()])
  })

  it('are read again after a UIDVALIDITY change, without losing messages', async () => {
    const { cursor, file, read, provider } = await open()
    await file('ARCHIVE', 'seen')
    const first = await read(cursor)
    servers.uids.validity = 2
    await file('ARCHIVE', 'new')
    expect((await read(first.cursor)).found).toEqual(['new'])
    await provider.close()
  })

  it('that have nothing new are asked for, and not opened', async () => {
    const { cursor, provider } = await open()
    const { cursor: next } = await syncAll(provider, cursor)
    servers.commands.length = 0
    await syncAll(provider, next)
    expect(servers.commands.filter((text) => text.includes('Archive'))).toEqual([
      expect.stringContaining('STATUS'),
    ])
    await provider.close()
  })
})
