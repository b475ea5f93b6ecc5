import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { startGoogle, type TestGoogle } from './support/google'
import { NEVER, okay, syncAll, writeMail } from './support/mail'

const DAY = 86_400_000

describe('gmail without its history', () => {
  let google: TestGoogle
  beforeAll(async () => {
    google = await startGoogle()
  })
  afterAll(() => google.close())

  const sendOne = async (email: string, sendId: string, to: string) => {
    const { provider } = await google.openMailbox(email)
    okay(await provider.send(await writeMail(sendId, { from: email, to }), NEVER))
    return provider
  }

  it('lists the messages since the last sync and continues from now', async () => {
    const provider = await sendOne('gone@example.com', 'gone-1', 'g@example.net')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const { id } = (await google.people.list({ to: 'g@example.net' }))[0]!
    for (let day = 1; day <= 30; day += 1) {
      google.clock.advance(DAY)
      await google.people.reply(id, { text: `day ${day}` })
    }
    const read = await syncAll(provider, cursor)
    const texts = await Promise.all(read.messages.map(async ({ raw }) => (await classifyInbound(raw)).text))
    const all = Array.from({ length: 30 }, (_, day) => `day ${day + 1}`)
    expect(texts.toSorted()).toEqual(all.toSorted())
    expect((await syncAll(provider, read.cursor)).messages).toEqual([])
    await google.people.reply(id, { text: 'later' })
    expect((await syncAll(provider, read.cursor)).messages).toHaveLength(1)
  })

  it.each(['1', 'not a cursor'])('lists the last week for a stored cursor %j', async (cursor) => {
    const email = `lost-${cursor.length}@example.com`
    const provider = await sendOne(email, `lost-${cursor.length}`, `l${cursor.length}@example.net`)
    const { id } = (await google.people.list({ to: `l${cursor.length}@example.net` }))[0]!
    await google.people.reply(id, { text: 'long ago' })
    google.clock.advance(8 * DAY)
    await google.people.reply(id, { text: 'lately' })
    const { messages } = await syncAll(provider, cursor)
    expect(await Promise.all(messages.map(({ raw }) => classifyInbound(raw)))).toMatchObject([
      { text: 'lately' },
    ])
  })
})
