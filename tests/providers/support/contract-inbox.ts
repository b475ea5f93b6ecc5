import { describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import type { InboundRaw, MailProvider } from '~/providers/mail/types'
import type { MailProviderSetup } from './contract'
import { NEVER, okay, syncAll, writeMail } from './mail'

const MIB = 1024 * 1024
const read = ({ raw, receivedAt, sent }: InboundRaw) => classifyInbound(raw, receivedAt, sent)

/** Sends one message and returns the recipient's view of it. */
async function correspond(setup: MailProviderSetup, provider: MailProvider, name: string) {
  const [from, to] = [`${name}@example.com`, `${name}@example.net`]
  const sent = okay(await provider.send(await writeMail(`${name}-1`, { from, to }), NEVER))
  await setup.copied?.(from)
  const [seen] = await setup.people.list({ to })
  return { from, to, sent, id: seen!.id }
}

/** What users write in their own mail programs. */
export function describeSent(given: () => MailProviderSetup): void {
  describe('the Sent folder', () => {
    it('has what the user writes in a mail program, in its thread, and nothing that we sent', async () => {
      const setup = given()
      const provider = await setup.open('writer@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      const { from, to, sent, id } = await correspond(setup, provider, 'writer')
      await setup.people.reply(id, { text: 'Tell me more' })
      const first = await syncAll(provider, cursor)
      expect(first.messages.map((message) => message.sent)).toEqual([undefined])
      const reply = await read(first.messages[0]!)
      const written = await setup.mailProgram.write(from, {
        to,
        subject: 'Re: Hello',
        text: 'Here it is: please unsubscribe me from nothing.',
        inReplyTo: reply.messageId!,
        references: [sent.messageId, reply.messageId!],
      })
      setup.advance(1_000)
      await setup.people.reply((await setup.people.list({ to })).at(-1)!.id, { text: 'Thank you' })
      const second = await syncAll(provider, first.cursor)
      const [own, thanks] = await Promise.all(second.messages.map(read))
      expect(second.messages.map((message) => message.sent)).toEqual([true, undefined])
      expect(own).toMatchObject({
        ...{ kind: 'own', from, messageId: written.messageId, stop: false },
        ...{ to: [{ name: '', address: to }], originalMessageIds: [sent.messageId, reply.messageId] },
      })
      expect(own!.body).toContain('Here it is')
      expect(thanks).toMatchObject({ kind: 'reply', text: 'Thank you' })
      expect(thanks!.originalMessageIds.at(-1)).toBe(written.messageId)
      if (setup.hasThreads)
        expect(second.messages.map(({ threadId }) => threadId)).toEqual([sent.threadId, sent.threadId])
      expect((await syncAll(provider, second.cursor)).messages).toEqual([])
      await provider.close()
    })

    it('is read from the present on', async () => {
      const setup = given()
      const provider = await setup.open('early@example.com')
      const mail = { to: 'early@example.net', subject: 'Before', text: 'Hi' }
      await setup.mailProgram.write('early@example.com', mail)
      const { cursor } = okay(await provider.sync(null, NEVER))
      expect((await syncAll(provider, cursor)).messages).toEqual([])
      await setup.mailProgram.write('early@example.com', { ...mail, subject: 'After' })
      const { messages } = await syncAll(provider, cursor)
      expect(await Promise.all(messages.map(read))).toMatchObject([{ kind: 'own', subject: 'After' }])
      await provider.close()
    })

    it('counts a message to oneself once', async () => {
      const setup = given()
      const provider = await setup.open('self@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      await setup.mailProgram.write('self@example.com', {
        to: 'self@example.com',
        subject: 'Note',
        text: 'Hi',
      })
      const { messages, cursor: next } = await syncAll(provider, cursor)
      expect(messages).toHaveLength(1)
      expect((await syncAll(provider, next)).messages).toEqual([])
      await provider.close()
    })

    it('is read in pages, with hundreds of our own emails between', async () => {
      const setup = given()
      const provider = await setup.open('pages@example.com')
      const { cursor } = okay(await provider.sync(null, NEVER))
      const at = await setup.store.now()
      for (let n = 0; n < 70; n += 1) {
        await setup.mailProgram.write('pages@example.com', {
          to: 'pages@example.net',
          subject: `Own ${n}`,
          text: 'Hi',
        })
        const ours = await writeMail(`pages-${n}`, { from: 'pages@example.com', to: 'pages@example.net' })
        await setup.store.keep('pages@example.com', ours.raw, 'SENT', at)
      }
      const { messages } = await syncAll(provider, cursor)
      const subjects = await Promise.all(messages.map(async (message) => (await read(message)).subject))
      expect(subjects).toEqual(Array.from({ length: 70 }, (_, n) => `Own ${n}`))
      await provider.close()
    })
  })
}

/** Files in received messages. */
export function describeAttachments(given: () => MailProviderSetup): void {
  describe('attachments', () => {
    const PDF = Buffer.from(Array.from({ length: 3 * MIB }, (_, n) => (n * 7_919) % 251))
    const FILES = [
      { filename: 'Übersicht & Preise.pdf', content: PDF, contentType: 'application/pdf' },
      { filename: '../../notes.txt', content: 'Grüße\n', contentType: 'text/plain' },
    ]

    /** A mailbox that received a reply with these files. */
    async function received(name: string, attachments: typeof FILES | [(typeof FILES)[1]]) {
      const setup = given()
      const provider = await setup.open(`${name}@example.com`)
      const { cursor } = okay(await provider.sync(null, NEVER))
      const { id } = await correspond(setup, provider, name)
      await setup.people.reply(id, { text: 'See the files', attachments })
      const { messages } = await syncAll(provider, cursor)
      expect(messages).toHaveLength(1)
      return { provider, message: messages[0]! }
    }

    it('are listed with safe names and downloaded whole', async () => {
      const { provider, message } = await received('files', FILES)
      const inbound = await read(message)
      expect(inbound).toMatchObject({ kind: 'reply', text: 'See the files' })
      expect(inbound.body).toContain('> Hello Bo')
      expect(message.attachments).toMatchObject([
        { part: '2', name: 'Übersicht & Preise.pdf', type: 'application/pdf' },
        { part: '3', name: 'notes.txt', type: 'text/plain' },
      ])
      expect(Math.abs(message.attachments[0]!.size - PDF.length)).toBeLessThan(10)
      const get = (part: string, most = 10 * MIB) =>
        provider.attachment(message.providerId, part, most, NEVER)
      const pdf = okay(await get('2', PDF.length)).content!
      expect([pdf.name, pdf.type, pdf.bytes.equals(PDF)]).toEqual([
        'Übersicht & Preise.pdf',
        'application/pdf',
        true,
      ])
      const notes = okay(await get('3')).content!
      expect([notes.name, notes.type, notes.bytes.toString()]).toEqual(['notes.txt', 'text/plain', 'Grüße\n'])
      await provider.close()
    })

    it('beyond the limit are refused in plain words', async () => {
      const { provider, message } = await received('big', FILES)
      expect(await provider.attachment(message.providerId, '2', 2 * MIB, NEVER)).toEqual({
        ...{ ok: false, why: 'refused' },
        detail: 'The attachment is larger than 2 MB, the most that can be downloaded here',
      })
      expect(await provider.attachment(message.providerId, '2', PDF.length - 1, NEVER)).toMatchObject({
        why: 'refused',
      })
      // The mailbox is still usable.
      expect(okay(await provider.attachment(message.providerId, '3', MIB, NEVER)).content).not.toBeNull()
      await provider.close()
    })

    it('of a message or part that is gone are null', async () => {
      const { provider, message } = await received('gone', [FILES[1]!])
      const none = { ok: true, content: null }
      for (const part of ['9', '2.9', '0', 'TEXT', '', '2; DROP']) {
        expect(await provider.attachment(message.providerId, part, MIB, NEVER)).toEqual(none)
      }
      const missing = message.providerId.replace(/\w+$/, '999999')
      expect(await provider.attachment(missing, '2', MIB, NEVER)).toEqual(none)
      expect(await provider.attachment('nonsense', '2', MIB, NEVER)).toEqual(none)
      await provider.close()
    })

    it('are not downloaded once it is aborted', async () => {
      const { provider, message } = await received('stop', [FILES[1]!])
      await provider.close()
      expect(await provider.attachment(message.providerId, '2', MIB, AbortSignal.abort())).toMatchObject({
        ok: false,
        why: 'retry',
      })
    })
  })
}
