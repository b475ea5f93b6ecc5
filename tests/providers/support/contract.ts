import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import type { MailProvider } from '~/providers/mail/types'
import type { FaultKind } from '~/simulators/faults'
import type { MailProgram } from '~/simulators/mail/mail-program'
import type { People } from '~/simulators/mail/people'
import type { MailStore } from '~/simulators/mail/store'
import { describeAttachments, describeSent } from './contract-inbox'
import { NEVER, okay, sendIdOfMail, syncAll, writeMail } from './mail'

/** One kind of mailbox against its simulated service. */
export interface MailProviderSetup {
  /** A working mailbox of that address. */
  open(email: string): Promise<MailProvider>
  people: Pick<People, 'list' | 'reply' | 'autoReply' | 'bounce' | 'complain'>
  mailProgram: MailProgram
  store: MailStore
  /** Puts a received message into the archive, as a filter does: it was never in the inbox. */
  archive(email: string, raw: string): Promise<unknown>
  /** Moves the services' clock forward. */
  advance(ms: number): void
  /** Resolves when the copies of what a mailbox sent are in its Sent folder; absent if the service keeps them itself. */
  copied?(email: string): Promise<void>
  /** The next `times` calls meet this fault. */
  fault(kind: FaultKind, times?: number): Promise<void>
  /** Whether an unknown send can be found afterwards. */
  canFindSent: boolean
  /** Whether it continues threads by an id of its own. */
  hasThreads: boolean
  /** The meaning of a fault during the hand-over: "unknown" unless the service clearly accepted nothing. */
  duringHandOver?: Partial<Record<FaultKind, 'retry' | 'unknown'>>
  close(): Promise<void>
}

/** What every MailProvider promises, whatever protocol is behind it. */
export function describeMailProvider(name: string, start: () => Promise<MailProviderSetup>): void {
  describe(`MailProvider: ${name}`, () => {
    let setup: MailProviderSetup
    beforeAll(async () => {
      setup = await start()
    })
    afterAll(() => setup.close())

    describeSent(() => setup)
    describeAttachments(() => setup)

    it('hands over a message unchanged, once, to its recipient only', async () => {
      const provider = await setup.open('once@example.com')
      const unsubscribeUrl = 'https://app.example.com/u/token'
      const mail = await writeMail('once-1', {
        from: 'once@example.com',
        to: 'one@example.net',
        subject: 'Grüße',
        unsubscribeUrl,
      })
      const sent = okay(await provider.send(mail, NEVER))
      const [seen, ...others] = await setup.people.list({ to: 'one@example.net' })
      expect(others).toEqual([])
      expect(seen).toMatchObject({ from: 'once@example.com', to: 'one@example.net', subject: 'Grüße' })
      expect(seen!.text).toContain('Hello Bo')
      expect(seen!.html).toContain('<p>Hello Bo</p>')
      expect(seen!.headers['List-Unsubscribe']).toBe(`<${unsubscribeUrl}>`)
      expect(sent.messageId).toBe(seen!.headers['Message-ID'])
      expect(sent.providerId).not.toBe('')
      await provider.close()
    })

    it('hands over a message for several recipients once to each, and names no hidden one', async () => {
      const provider = await setup.open('several@example.com')
      const mail = await writeMail('several-1', {
        from: 'several@example.com',
        to: 'first@example.net',
        moreTo: ['second@example.net'],
        cc: ['third@example.net'],
      })
      const more = ['second@example.net', 'third@example.net', 'hidden@example.net']
      okay(await provider.send({ ...mail, more, bcc: ['hidden@example.net'] }, NEVER))
      for (const to of ['first@example.net', ...more]) {
        const seen = await setup.people.list({ to })
        expect([to, seen.length]).toEqual([to, 1])
        expect(seen[0]!.headers).toMatchObject({
          To: expect.stringMatching(/first@example\.net.*second@example\.net/s),
          Cc: 'third@example.net',
        })
        expect(JSON.stringify(seen[0]!.headers)).not.toContain('hidden@example.net')
      }
      await provider.close()
    })

    it('finds a message that was filed away before it was read', async () => {
      const provider = await setup.open('filed@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      await setup.archive(
        'filed@example.com',
        'Received: from mx.example.net\r\nFrom: Bo <bo@example.net>\r\nTo: filed@example.com\r\nMessage-ID: <filed@example.net>\r\nSubject: Filed\r\n\r\nYes, please\r\n',
      )
      const { messages, cursor: next } = await syncAll(provider, cursor)
      expect(await Promise.all(messages.map(({ raw }) => classifyInbound(raw)))).toMatchObject([
        { kind: 'reply', text: 'Yes, please' },
      ])
      expect((await syncAll(provider, next)).messages).toEqual([])
      await provider.close()
    })

    it('starts reading at the present', async () => {
      const provider = await setup.open('present@example.com')
      await provider.send(
        await writeMail('present-1', { from: 'present@example.com', to: 'p@example.net' }),
        NEVER,
      )
      const [mail] = await setup.people.list({ to: 'p@example.net' })
      await setup.people.reply(mail!.id, { text: 'Before' })
      const start = okay(await provider.sync(null, NEVER))
      expect(start).toMatchObject({ messages: [], more: false })
      expect((await syncAll(provider, start.cursor)).messages).toEqual([])
      await setup.people.reply(mail!.id, { text: 'After' })
      const { messages } = await syncAll(provider, start.cursor)
      expect(await Promise.all(messages.map(({ raw }) => classifyInbound(raw)))).toMatchObject([
        { kind: 'reply', text: 'After' },
      ])
    })

    it('reads replies, automatic replies, bounces and complaints once, with the send they belong to', async () => {
      const provider = await setup.open('back@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      const mail = await writeMail('back-1', { from: 'back@example.com', to: 'b@example.net' })
      const sent = okay(await provider.send(mail, NEVER))
      const { id } = (await setup.people.list({ to: 'b@example.net' }))[0]!
      await setup.people.reply(id, { text: 'Not now\nbut thanks' })
      const outlook = { from: 'back@example.com', to: 'c@outlook.example' }
      okay(await provider.send(await writeMail('back-2', outlook), NEVER))
      const [toOutlook] = await setup.people.list({ to: outlook.to })
      await setup.people.reply(toOutlook!.id, { text: 'Yes, send it' })
      await setup.people.autoReply(id, { returnsOn: '2026-03-20' })
      await setup.people.bounce(id)
      await setup.people.bounce(id, { status: '5.7.1' })
      await setup.people.complain(id)

      const read = await syncAll(provider, cursor)
      const inbound = await Promise.all(
        read.messages.map(({ raw, receivedAt }) => classifyInbound(raw, receivedAt)),
      )
      expect(inbound).toMatchObject([
        { kind: 'reply', from: 'b@example.net', text: 'Not now\nbut thanks', stop: false },
        { kind: 'reply', from: 'c@outlook.example', text: 'Yes, send it', stop: false },
        { kind: 'auto_reply', returnsOn: '2026-03-20' },
        {
          kind: 'bounce',
          hard: true,
          status: '5.1.1',
          recipients: ['b@example.net'],
          sendId: sendIdOfMail('back-1'),
        },
        { kind: 'bounce', hard: false, class: 'policy', sendId: sendIdOfMail('back-1') },
        { kind: 'complaint', sendId: sendIdOfMail('back-1') },
      ])
      for (const { originalMessageIds, from } of inbound)
        if (from !== outlook.to) expect(originalMessageIds).toContain(sent.messageId)
      expect(new Set(read.messages.map(({ providerId }) => providerId)).size).toBe(6)
      expect((await syncAll(provider, read.cursor)).messages).toEqual([])
    })

    it('keeps a follow-up and its replies in one thread', async () => {
      const provider = await setup.open('thread@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      const address = { from: 'thread@example.com', to: 't@example.net' }
      const first = okay(await provider.send(await writeMail('thread-1', address), NEVER))
      const followUp = await writeMail('thread-2', {
        ...address,
        subject: 'Re: Hello',
        inReplyTo: first.messageId,
        references: [first.messageId],
        threadId: first.threadId,
      })
      const second = okay(await provider.send(followUp, NEVER))
      const [, seen] = await setup.people.list({ to: 't@example.net' })
      expect(seen!.headers['In-Reply-To']).toBe(first.messageId)
      expect(seen!.headers.References).toBe(first.messageId)
      await setup.people.reply(seen!.id, { text: 'Yes' })
      const [reply] = (await syncAll(provider, cursor)).messages
      const { originalMessageIds } = await classifyInbound(reply!.raw)
      expect(originalMessageIds).toEqual([first.messageId, second.messageId])
      if (setup.hasThreads)
        expect([second.threadId, reply!.threadId]).toEqual([first.threadId, first.threadId])
    })

    it('reads many messages in pages without losing one', async () => {
      const provider = await setup.open('many@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      await provider.send(await writeMail('many-1', { from: 'many@example.com', to: 'm@example.net' }), NEVER)
      const { id } = (await setup.people.list({ to: 'm@example.net' }))[0]!
      for (let n = 0; n < 60; n += 1) await setup.people.reply(id, { text: `answer ${n}` })
      const first = okay(await provider.sync(cursor, NEVER))
      expect(first.more).toBe(true)
      const { messages } = await syncAll(provider, cursor)
      const texts = await Promise.all(messages.map(async ({ raw }) => (await classifyInbound(raw)).text))
      expect(texts).toEqual(Array.from({ length: 60 }, (_, n) => `answer ${n}`))
    })

    it('reports a passing refusal before the hand-over, and delivers nothing', async () => {
      const provider = await setup.open('again@example.com')
      const mail = await writeMail('again-1', { from: 'again@example.com', to: 'again@example.net' })
      await setup.fault('http429')
      // "Too many" is about the sender where the words say so.
      expect(await provider.send(mail, NEVER)).toMatchObject({
        ok: false,
        why: expect.stringMatching(/^(retry|sender)$/),
      })
      expect(await setup.people.list({ to: 'again@example.net' })).toEqual([])
      okay(await provider.send(mail, NEVER))
      expect(await setup.people.list({ to: 'again@example.net' })).toHaveLength(1)
    })

    it.each(['timeout', 'reset', 'http500'] as const)(
      '%s during the hand-over is told apart, delivers nothing and is not found',
      async (kind) => {
        const provider = await setup.open(`${kind}@example.com`)
        const to = `${kind}@example.net`
        await setup.fault(kind)
        const mail = await writeMail(`fate-${kind}`, { from: `${kind}@example.com`, to })
        const why = setup.duringHandOver?.[kind] ?? 'unknown'
        expect(await provider.send(mail, NEVER)).toMatchObject({ ok: false, why })
        expect(await setup.people.list({ to })).toEqual([])
        expect(await provider.findSent(sendIdOfMail(`fate-${kind}`), to, NEVER)).toMatchObject({
          ok: true,
          providerId: null,
        })
      },
    )

    it('reports a message accepted before the connection broke as "unknown", and finds it', async () => {
      const provider = await setup.open('cut@example.com')
      await setup.fault('acceptThenDrop')
      const mail = await writeMail('cut-1', { from: 'cut@example.com', to: 'cut@example.net' })
      expect(await provider.send(mail, NEVER)).toMatchObject({ ok: false, why: 'unknown' })
      const delivered = await setup.people.list({ to: 'cut@example.net' })
      expect(delivered).toHaveLength(1)
      if (!setup.canFindSent) {
        // The outcome is unknown, and is reported as such.
        expect(await provider.findSent(sendIdOfMail('cut-1'), 'cut@example.net', NEVER)).toEqual({
          ok: true,
          providerId: null,
        })
        return
      }
      const found = okay(await provider.findSent(sendIdOfMail('cut-1'), 'cut@example.net', NEVER))
      expect(found).toMatchObject({ messageId: delivered[0]!.headers['Message-ID'] })
      expect(await provider.findSent('another', 'cut@example.net', NEVER)).toMatchObject({
        ok: true,
        providerId: null,
      })
    })

    it('reports a failed sync and loses nothing', async () => {
      const provider = await setup.open('flaky@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      await provider.send(
        await writeMail('flaky-1', { from: 'flaky@example.com', to: 'f@example.net' }),
        NEVER,
      )
      await setup.people.reply((await setup.people.list({ to: 'f@example.net' }))[0]!.id, { text: 'Hi' })
      for (const kind of ['http500', 'http429', 'reset'] as const) {
        await setup.fault(kind)
        expect(await provider.sync(cursor, NEVER)).toMatchObject({ ok: false, why: 'retry' })
      }
      expect((await syncAll(provider, cursor)).messages).toHaveLength(1)
    })

    it('lists its own address as an accepted sender', async () => {
      const provider = await setup.open('me@example.com')
      const { aliases } = okay(await provider.aliases(NEVER))
      expect(aliases.filter(({ isPrimary }) => isPrimary)).toMatchObject([
        { sendAsEmail: 'me@example.com', verificationStatus: 'accepted' },
      ])
    })

    it('reports an expired login as "auth" for sending and reading', async () => {
      const provider = await setup.open('ended@example.org')
      const { cursor } = okay(await provider.sync(null, NEVER))
      await setup.fault('invalidGrant')
      const mail = await writeMail('ended-1', { from: 'ended@example.org', to: 'ended@example.net' })
      expect(await provider.send(mail, NEVER)).toMatchObject({ ok: false, why: 'auth' })
      expect(await setup.people.list({ to: 'ended@example.net' })).toEqual([])
      const again = await setup.open('ended@example.org')
      await setup.fault('invalidGrant')
      expect(await again.sync(cursor, NEVER)).toMatchObject({ ok: false, why: 'auth' })
    })

    it('does nothing when it is already aborted', async () => {
      const provider = await setup.open('stopped@example.com')
      const mail = await writeMail('stopped-1', { from: 'stopped@example.com', to: 'stopped@example.net' })
      expect(await provider.send(mail, AbortSignal.abort())).toMatchObject({ ok: false, why: 'retry' })
      expect(await setup.people.list({ to: 'stopped@example.net' })).toEqual([])
    })
  })
}
