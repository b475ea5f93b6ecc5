import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import { readDraft } from '~/models/inbox/answer/draft.server'
import { quotableHtml, quoteMessage, withImages, withoutOurLinks } from '~/models/inbox/answer/quote.server'
import { buildQuote, showQuote } from '~/models/inbox/answer/quoted.server'
import { undoAnswer } from '~/models/inbox/answer/undo.server'
import { listConversations } from '~/models/inbox/conversations.server'
import { readFiles } from '~/models/outbox/manual.server'
import { readOwnWords } from '~/providers/mail/inbound/own-words'
import { composeMail } from '~/providers/mail/message/compose'
import type { MailProvider } from '~/providers/mail/types'
import { addSmtp, fakeServers, sendOf, sendOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { receiveReply } from './support/received'

const ANN = {
  name: 'Ann Lee',
  address: 'ann@acme.example',
  at: new Date('2026-03-03T09:02:00Z'),
  text: 'First line\n\n> older\nlast',
  html: '',
}

describe('a quote', () => {
  test('is introduced and marked as mail programs expect it', () => {
    const { text, html } = quoteMessage(ANN, 'Europe/Paris')
    expect(text).toBe(
      'On Tue, Mar 3, 2026, 10:02, Ann Lee <ann@acme.example> wrote:\n> First line\n>\n>> older\n> last',
    )
    expect(html).toMatch(
      /^<div>On Tue.* Ann Lee &lt;ann@acme\.example&gt; wrote:<br><\/div><blockquote type="cite"[^>]*><p>First line/,
    )
    // Our own reader finds nothing but what is above it.
    expect(readOwnWords(`Thanks!\n\n${text}`)).toEqual({ own: 'Thanks!', quotes: true })
  })

  test.each([
    ['line\r\nbreaks: <x@evil.example>', 'line breaks: x@evil.example'],
    ['ceo@acme.example', ''],
    ['N'.repeat(5_000), 'N'.repeat(100)],
  ])('has no name that looks like something else: %#', (name, shown) => {
    const [intro] = quoteMessage({ ...ANN, name }, 'UTC').text.split('\n')
    expect(intro).toBe(
      `On Tue, Mar 3, 2026, 09:02, ${shown && !shown.includes('@') ? `${shown} <${ANN.address}>` : ANN.address} wrote:`,
    )
  })

  test('is cut if the message is long', () => {
    const { text } = quoteMessage({ ...ANN, text: 'x\n'.repeat(100_000) }, 'UTC')
    expect(text.length).toBeLessThan(25_000)
    expect(text.endsWith('> […]')).toBe(true)
  })

  test('has sanitized HTML without scripts, frames of a page, and our own pixel', () => {
    const found = quotableHtml(
      '<!doctype html><html><head><title>T</title><style>p{color:red}</style></head><body onload="x()"><p>Hi<script>1</script></p><img src="https://app.example/t/o/a.gif"><img src="https://other.example/a.png"></body></html>',
      'https://app.example',
    )!
    expect(found.html).toBe(
      '<div><div></div><div><p>Hi</p><img src="https://other.example/a.png" /></div></div>',
    )
    expect(quotableHtml('<div>'.repeat(1_000), 'https://app.example')).toBeNull()
    expect(quotableHtml('x'.repeat(200_000), 'https://app.example')).toBeNull()
  })

  test('has none of our unsubscribe links, which others could use', () => {
    const link = 'https://app.example/u/abc_DEF-1'
    expect(withoutOurLinks(`> Bye\n> Unsubscribe: ${link}`, 'https://app.example')).toBe(
      '> Bye\n> Unsubscribe: ',
    )
    const found = quotableHtml(`<a href="${link}">Stop</a> ${link}x`, 'https://app.example')!
    expect(found.html).not.toContain('/u/')
  })

  test('keeps the images that it has, and notes the others', () => {
    const found = quotableHtml(
      `<img alt="a" src='cid:logo@x'><img src=cid:gone@x><img src="image-of-message-7">`,
      'https://app.example',
    )!
    expect(found.cids).toEqual(['logo@x', 'gone@x'])
    const html = withImages(found, new Map([['logo@x', 'image1@quoted']]))
    expect(html).toBe('<img alt="a" src="cid:image1@quoted" />[image not included][image not included]')
  })
})

describe('an answer with a quote', () => {
  let outreach: Outreach
  let box: string
  let id: string
  beforeAll(async () => {
    outreach = await openOutreach()
    const { db, userId } = outreach
    box = await addSmtp(db, userId, NOW, { signature: 'Sam', imapHost: 'imap.sender.example' })
    const due = new Date('2026-03-03T08:00:00Z')
    const contact = await sendOne(outreach, box, due)
    await receiveReply(outreach, {
      mailboxId: box,
      sendId: contact.sendId,
      text: 'Tell me more',
      at: new Date('2026-03-03T08:02:00Z'),
      fields: {
        from: contact.email,
        fromName: 'Ann',
        html: '<p>Tell me <b>more</b></p><img src="cid:logo@x"><img src="cid:gone@x">',
      },
    })
    const { rows } = await listConversations(db, userId, { mailboxId: box, limit: 1 })
    id = rows[0]!.id
    await db.execute(
      `update inbound_messages set files = '[{"part":"2","name":"logo.png","type":"image/png","size":4,"cid":"logo@x"}]' where conversation_id = '${id}'`,
    )
  })
  afterAll(() => outreach?.drop())

  const PNG = Buffer.from('89504e47', 'hex')
  const app = (attachment: unknown) => ({
    db: outreach.db,
    secrets,
    env: { appUrl: 'https://coldframe.example' },
    providers: {
      ...fakeServers().providers,
      smtp: () => ({ attachment, close: async () => {} }) as unknown as MailProvider,
    },
  })
  const now = new Date('2026-03-03T09:00:00Z')
  const ENV = {
    appUrl: 'https://coldframe.example',
    appIsLoopback: false,
    google: null,
    microsoft: null,
  } as never
  const answer = (fields: object, quote: Awaited<ReturnType<typeof buildQuote>>) =>
    answerConversation(outreach.db, outreach.userId, id, fields, now, ENV, secrets, { quote })

  test('keeps its images, which are fetched from the mailbox', async () => {
    const fetched = async () => ({ ok: true, content: { name: 'logo.png', type: 'image/png', bytes: PNG } })
    const quote = await buildQuote(app(fetched), outreach.userId, id, true, new AbortController().signal)
    const { sendId } = await answer({ html: '<p>Sure</p>', quote: true }, quote)
    const { htmlBody, plainTextBody } = await sendOf(outreach.db, sendId)
    expect(htmlBody).toMatch(
      /^<p>Sure<\/p><div><br><\/div><div>Sam<\/div><div><br><\/div><div>On .* wrote:<br><\/div><blockquote.*<b>more<\/b>.*cid:image1\.[\w.-]+@quoted.*\[image not included\]<\/blockquote>$/,
    )
    expect(plainTextBody).toMatch(/^Sure\n\nSam\n\nOn .* wrote:\n> Tell me more$/)
    const attachments = await readFiles(outreach.db, sendId)
    const raw = await composeMail({
      ...{ sendId, messageId: '<a@sender.example>', date: now, subject: 'Re: Hi' },
      ...{ from: { address: 'a@sender.example' }, to: { address: 'ann@acme.example' } },
      ...{ text: plainTextBody, html: htmlBody, attachments },
    })
    const parsed = await simpleParser(raw, { skipImageLinks: true })
    expect(parsed.attachments).toMatchObject([{ related: true, cid: expect.stringMatching(/^image1\./) }])
    expect(parsed.attachments[0]!.content.equals(PNG)).toBe(true)
    await undoAnswer(outreach.db, outreach.userId, id, sendId)
    expect(await readFiles(outreach.db, sendId)).toEqual([])
    expect(await readDraft(outreach.db, id)).toEqual({ html: '<p>Sure</p>', quote: true })
  })

  test.each([
    ['answers nothing', async () => ({ ok: false, why: 'retry', detail: 'down' })],
    ['no longer has it', async () => ({ ok: true, content: null })],
    ['breaks', async () => Promise.reject(new Error('broken'))],
  ])('is sent without images if the mailbox %s', async (_, attachment) => {
    const quote = await buildQuote(app(attachment), outreach.userId, id, true, new AbortController().signal)
    expect(quote!.images).toEqual([])
    expect(quote!.html.match(/\[image not included\]/g)).toHaveLength(2)
  })

  test('in plain text quotes the text alone', async () => {
    const quote = await buildQuote(app(null), outreach.userId, id, false, new AbortController().signal)
    const { sendId } = await answer({ text: 'Sure' }, quote)
    expect(await sendOf(outreach.db, sendId)).toMatchObject({
      htmlBody: '',
      plainTextBody: expect.stringMatching(/^Sure\n\nSam\n\nOn .* wrote:\n> Tell me more$/),
    })
    expect(await showQuote(outreach.db, outreach.userId, id)).toEqual({
      intro: expect.stringMatching(/ wrote:$/),
      text: 'Tell me more',
    })
  })
})
