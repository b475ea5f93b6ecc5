import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { startGoogle, type TestGoogle } from './support/google'
import { NEVER, okay, syncAll, writeMail } from './support/mail'

const DAY = 86_400_000

describe('what the user sends from Gmail itself', () => {
  let google: TestGoogle
  beforeAll(async () => {
    google = await startGoogle()
  })
  beforeEach(() => {
    google.requests.length = 0
  })
  afterAll(() => google.close())

  const write = (email: string, subject: string, to = 'bo@example.net') =>
    google.mailProgram.write(email, { to, subject, text: 'Hi' })
  const subjects = (messages: { raw: Buffer }[]) =>
    Promise.all(messages.map(async ({ raw }) => (await classifyInbound(raw)).subject))
  const wholes = () => google.requests.filter((url) => url.includes('format=raw'))

  it('is read, and our own emails are not fetched whole', async () => {
    const { provider } = await google.openMailbox('both@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const mail = await writeMail('both-1', { from: 'both@example.com', to: 'bo@example.net' })
    okay(await provider.send(mail, NEVER))
    await write('both@example.com', 'By hand')
    google.requests.length = 0
    const { messages, cursor: next } = await syncAll(provider, cursor)
    expect(messages).toMatchObject([{ sent: true }])
    expect(await subjects(messages)).toEqual(['By hand'])
    expect(wholes()).toHaveLength(1)
    expect(google.requests.filter((url) => url.includes('/history'))).toHaveLength(1)
    expect((await syncAll(provider, next)).messages).toEqual([])
  })

  it('is read without drafts', async () => {
    const { provider } = await google.openMailbox('draft@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const draft = Buffer.from(
      'From: draft@example.com\r\nTo: bo@example.net\r\nSubject: Not yet\r\n\r\nHi\r\n',
    )
    await google.store.keep('draft@example.com', draft, 'DRAFT', await google.clock.now())
    google.requests.length = 0
    expect((await syncAll(provider, cursor)).messages).toEqual([])
    expect(google.requests.filter((url) => url.includes('/messages'))).toEqual([])
  })

  it('is listed, without ours, once the history is gone', async () => {
    const email = 'gone@example.com'
    const { provider } = await google.openMailbox(email)
    const mail = await writeMail('gone-1', { from: email, to: 'gone@example.net' })
    okay(await provider.send(mail, NEVER))
    await write(email, 'Long ago')
    google.clock.advance(DAY)
    const { cursor } = okay(await provider.sync(null, NEVER))
    const { id } = (await google.people.list({ to: 'gone@example.net' }))[0]!
    for (let day = 1; day <= 12; day += 1) {
      google.clock.advance(DAY)
      await google.people.reply(id, { text: `Reply ${day}` })
      await google.mailProgram.write(email, { to: 'gone@example.net', subject: `Day ${day}`, text: 'Hi' })
      okay(
        await provider.send(
          await writeMail(`gone-${day + 1}`, { from: email, to: 'gone@example.net' }),
          NEVER,
        ),
      )
      if (day % 4 === 0) await write(email, `Note ${day}`, email)
    }
    const read = await syncAll(provider, cursor)
    const sent = read.messages.filter((message) => message.sent)
    const days = Array.from({ length: 12 }, (_, n) => `Day ${n + 1}`)
    expect((await subjects(sent)).toSorted()).toEqual([...days, 'Note 12', 'Note 4', 'Note 8'].toSorted())
    expect(read.messages.length - sent.length).toBe(12)
    // What the owner wrote never comes before what it replies to.
    expect(read.messages.findIndex((message) => message.sent)).toBe(12)
    expect((await syncAll(provider, read.cursor)).messages).toEqual([])
    await write(email, 'After')
    expect(await subjects((await syncAll(provider, read.cursor)).messages)).toEqual(['After'])
  })

  it('is listed, too, when a resync began before we read it', async () => {
    const email = 'midway@example.com'
    const { provider } = await google.openMailbox(email)
    await write(email, 'By hand')
    const historyId = JSON.parse(okay(await provider.sync(null, NEVER)).cursor).historyId
    const { messages } = await syncAll(
      provider,
      JSON.stringify({ historyId, resync: { query: 'newer_than:7d' } }),
    )
    expect(await subjects(messages)).toEqual(['By hand'])
  })

  it('goes on where a cursor from before stands', async () => {
    const email = 'earlier@example.com'
    const { provider } = await google.openMailbox(email)
    await write(email, 'Before')
    const { historyId } = JSON.parse(okay(await provider.sync(null, NEVER)).cursor)
    await write(email, 'After')
    expect(await subjects((await syncAll(provider, String(historyId))).messages)).toEqual(['After'])
  })
})
