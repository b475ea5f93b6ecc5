import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { NEVER, okay, syncAll, writeMail } from './support/mail'
import { startMailServers, type TestMailServers } from './support/mail-servers'

const DAY = 86_400_000
const MIB = 1024 * 1024

describe('the Sent folder of an IMAP mailbox', () => {
  let servers: TestMailServers
  beforeAll(async () => {
    servers = await startMailServers()
  })
  beforeEach(() => {
    servers.commands.length = 0
  })
  afterAll(() => servers.close())

  const write = (name: string, subject: string, to = `${name}@example.net`) =>
    servers.mailProgram.write(`${name}@example.com`, { to, subject, text: 'Hi' })
  const subjects = (messages: { raw: Buffer }[]) =>
    messages.map(({ raw }) => /^Subject: (.*)$/m.exec(raw.toString('latin1'))?.[1]?.trim())
  const withoutSent = (cursor: string) => {
    const { folders, ...rest } = JSON.parse(cursor)
    return JSON.stringify({ ...rest, folders: { ...folders, Sent: undefined } })
  }

  it('is read from where a cursor without it stands, never from its beginning', async () => {
    const provider = servers.openMailbox('upgrade@example.com')
    for (const subject of ['Years ago', 'Long ago']) await write('upgrade', subject)
    servers.clock.advance(10 * DAY)
    const old = withoutSent(okay(await provider.sync(null, NEVER)).cursor)
    servers.clock.advance(DAY)
    await write('upgrade', 'Since then')
    const read = await syncAll(provider, old)
    expect(subjects(read.messages)).toEqual(['Since then'])
    const bodies = servers.commands.filter((command) => command.includes('BODY.PEEK[]'))
    expect(bodies).toHaveLength(1)
    await write('upgrade', 'New')
    const next = await syncAll(provider, read.cursor)
    expect(subjects(next.messages)).toEqual(['New'])
    expect((await syncAll(provider, next.cursor)).messages).toEqual([])
    await provider.close()
  })

  it('fetches nothing but one header of what we sent', async () => {
    const provider = servers.openMailbox('ours@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const mail = await writeMail('ours-1', { from: 'ours@example.com', to: 'ours@example.net' })
    okay(await provider.send(mail, NEVER))
    await servers.copied('ours@example.com')
    servers.commands.length = 0
    expect((await syncAll(provider, cursor)).messages).toEqual([])
    const fetched = servers.commands.filter((command) => / FETCH /.test(command))
    expect(fetched).toEqual([
      expect.stringContaining('BODY.PEEK[HEADER.FIELDS (X-Reference-Id X-Coldframe-Send-Id)]'),
    ])
    await provider.close()
  })

  it('holds what other programs sent with a number of theirs in our header', async () => {
    const provider = servers.openMailbox('ticket@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const raw = Buffer.from(
      'X-Reference-Id: CASE-123\r\nMessage-ID: <1@ticket>\r\nFrom: ticket@example.com\r\nSubject: Case\r\n\r\nHi\r\n',
    )
    await servers.store.keep('ticket@example.com', raw, 'SENT', await servers.clock.now())
    expect(subjects((await syncAll(provider, cursor)).messages)).toEqual(['Case'])
    await provider.close()
  })

  it('starts over after a UIDVALIDITY change without losing or repeating messages', async () => {
    const provider = servers.openMailbox('again@example.com')
    await write('again', 'Long ago')
    servers.clock.advance(10 * DAY)
    const { cursor } = okay(await provider.sync(null, NEVER))
    await write('again', 'Seen')
    const seen = await syncAll(provider, cursor)
    expect(subjects(seen.messages)).toEqual(['Seen'])
    await write('again', 'New')
    servers.uids.validity = 2
    const again = await syncAll(provider, seen.cursor)
    servers.uids.validity = 1
    expect(subjects(again.messages)).toEqual(['New'])
    expect(again.messages[0]).toMatchObject({ sent: true, providerId: expect.stringMatching(/^Sent:2:/) })
    await provider.close()
  })

  it('is read for the last week after a lost cursor', async () => {
    const provider = servers.openMailbox('lost@example.com')
    await write('lost', 'Long ago')
    servers.clock.advance(8 * DAY)
    await write('lost', 'Lately')
    expect(subjects((await syncAll(provider, 'not JSON')).messages)).toEqual(['Lately'])
    await provider.close()
  })

  it.each(['received first', 'sent first'])(
    'holds the copy of a message to oneself once: %s',
    async (order) => {
      const email = `note-${order.length}@example.com`
      const provider = servers.openMailbox(email)
      let { cursor } = okay(await provider.sync(null, NEVER))
      const raw = `From: ${email}\r\nTo: ${email}\r\nSubject: Note\r\nMessage-ID: <${order.length}@note>\r\n\r\nHi\r\n`
      const receive = () =>
        servers.store.deliver({
          ...{ service: 'person', raw: Buffer.from(`Received: by mx.example\r\n${raw}`) },
          ...{ from: email, to: [email] },
        })
      const keep = async () => servers.store.keep(email, Buffer.from(raw), 'SENT', await servers.clock.now())
      const steps: (() => Promise<unknown>)[] = order === 'sent first' ? [keep, receive] : [receive, keep]
      const all = []
      for (const step of steps) {
        await step()
        const read = await syncAll(provider, cursor)
        all.push(...read.messages)
        cursor = read.cursor
      }
      expect(all.map(({ sent }) => sent ?? false)).toEqual([order === 'sent first'])
      await provider.close()
    },
  )

  it('may be missing, and is read from its creation on', async () => {
    servers.folders.missing.add('Sent')
    const provider = servers.openMailbox('none@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const read = await syncAll(provider, cursor)
    servers.folders.missing.clear()
    await write('none', 'First')
    expect(subjects((await syncAll(provider, read.cursor)).messages)).toEqual(['First'])
    await provider.close()
  })
})

describe('attachments of an IMAP mailbox', () => {
  let servers: TestMailServers
  beforeAll(async () => {
    servers = await startMailServers()
  })
  afterAll(() => servers.close())

  const put = (to: string, raw: string) =>
    servers.store.deliver({ service: 'person', raw: Buffer.from(raw), from: 'bo@example.net', to: [to] })
  const pdf = 'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj'
  const long = (rest: string) =>
    `From: bo@example.net\r\nSubject: Long\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${pdf}\r\n--x\r\n\r\n${'words '.repeat(180_000)}\r\n${rest}--x--\r\n`
  const nested = Array.from(
    { length: 40 },
    (_, n) => `Content-Type: multipart/mixed; boundary=n${n}\r\n\r\n--n${n}\r\n`,
  ).join('')

  it.each([
    [
      'takes too long to describe',
      long(`--x\r\nContent-Type: text/plain; x=${'x'.repeat(4_000)}\r\n\r\na\r\n`.repeat(900)),
    ],
    ['is nested too deeply', long(`--x\r\n${nested}\r\nHi\r\n`)],
  ])('a message that %s blocks nothing', async (name, raw) => {
    const email = `m${name.length}@example.com`
    const provider = servers.openMailbox(email)
    const { cursor } = okay(await provider.sync(null, NEVER))
    await put(email, raw)
    await put(
      email,
      `From: bo@example.net\r\nSubject: Next\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${pdf}\r\n--x--\r\n`,
    )
    const { messages, cursor: next } = await syncAll(provider, cursor)
    expect(messages.map(({ raw }) => /^Subject: (\w+)/m.exec(raw.toString('latin1'))?.[1])).toEqual([
      'Long',
      'Next',
    ])
    for (const { attachments } of messages) expect(attachments).toMatchObject([{ name: 'a.pdf' }])
    expect((await syncAll(provider, next)).messages).toEqual([])
    await provider.close()
  })

  it('are listed alike from the server’s description and from the message', async () => {
    const email = 'alike@example.com'
    const provider = servers.openMailbox(email)
    const { cursor } = okay(await provider.sync(null, NEVER))
    servers.commands.length = 0
    const file = (headers: string) => `--x\r\n${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj\r\n`
    const files = [
      file(
        "Content-Type: application/pdf\r\nContent-Disposition: attachment;\r\n filename*0*=utf-8''%C3%9Cb;\r\n filename*1=er.pdf",
      ),
      file(
        'Content-Type: image/png; name="=?utf-8?B?w5wucG5n?="\r\nContent-ID: <1>\r\nContent-Disposition: inline',
      ),
      file('Content-Type: image/png\r\nContent-ID: <2>'),
      file(
        'Content-Type: application/x-unknown\r\nContent-Disposition: attachment; filename="..\\\\..\\\\a/b.exe"',
      ),
      '--x\r\nContent-Type: message/rfc822\r\n\r\nSubject: Inner\r\n\r\nHi\r\n',
      '--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\nContent-Type: text/csv; name=d.csv\r\n\r\na,b\r\n--y--\r\n',
    ].join('')
    const head = 'From: bo@example.net\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHi\r\n'
    await put(email, `${head}${files}--x--\r\n`)
    await put(email, `${head}${files}--x\r\n\r\n${'words '.repeat(200_000)}\r\n--x--\r\n`)
    const { messages } = await syncAll(provider, cursor)
    const [small, large] = messages.map(({ attachments }) => attachments)
    expect(servers.commands.filter((command) => command.includes('BODYSTRUCTURE'))).toHaveLength(1)
    expect(large).toEqual(small)
    expect(small!.map(({ part, name }) => [part, name])).toEqual([
      ['2', 'Über.pdf'],
      ['3', 'Ü.png'],
      ['5', 'ab.exe'],
      ['6', 'message.eml'],
      ['7.1', 'd.csv'],
    ])
    for (const { part, name } of small!) {
      const content = okay(await provider.attachment(messages[0]!.providerId, part, MIB, NEVER)).content!
      expect(content.name).toBe(name)
      expect(content.bytes.toString().trim()).toBe(
        { '6': 'Subject: Inner\r\n\r\nHi', '7.1': 'a,b' }[part] ?? 'abc',
      )
    }
    await provider.close()
  })

  it('are gone after a UIDVALIDITY change', async () => {
    const email = 'changed@example.com'
    const provider = servers.openMailbox(email)
    const { cursor } = okay(await provider.sync(null, NEVER))
    await put(email, `From: bo@example.net\r\n${pdf}\r\n`)
    const [message] = (await syncAll(provider, cursor)).messages
    expect(message!.attachments).toMatchObject([{ part: '1', name: 'a.pdf' }])
    const get = () => provider.attachment(message!.providerId, '1', MIB, NEVER)
    expect(okay(await get()).content).toMatchObject({ name: 'a.pdf', bytes: Buffer.from('abc') })
    servers.uids.validity = 2
    expect(await get()).toEqual({ ok: true, content: null })
    servers.uids.validity = 1
    const elsewhere = message!.providerId.replace('INBOX', 'Archive: 2026')
    expect(await provider.attachment(elsewhere, '1', MIB, NEVER)).toEqual({ ok: true, content: null })
    await provider.close()
  })

  it('are refused plainly without IMAP', async () => {
    const provider = servers.openMailbox('blind@example.com', { imap: null })
    expect(await provider.attachment('INBOX:1:1', '1', MIB, NEVER)).toEqual({
      ...{ ok: false, why: 'refused' },
      detail: 'This mailbox has no IMAP server to download attachments from',
    })
    await provider.close()
  })

  it('do not change what a message is', async () => {
    const found = await classifyInbound(Buffer.from(long('')))
    expect(found).toMatchObject({ kind: 'reply', subject: 'Long' })
    expect(found.body).toHaveLength(100_000)
  })
})
