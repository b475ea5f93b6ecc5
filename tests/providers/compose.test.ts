import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { composeMail, type MailParts } from '~/providers/mail/message/compose'
import { caseCount } from '../support/sizes'

const parts: MailParts = {
  sendId: '6f1c1f5e-0000-4000-8000-000000000001',
  messageId: '<6f1c1f5e@example.com>',
  date: new Date('2026-03-04T05:06:07Z'),
  from: { name: 'Ann Lee', address: 'ann@example.com' },
  to: { name: 'Bo', address: 'bo@example.net' },
  subject: 'Grüße from Ann',
  text: 'Hello Bo,\n\nüber alles.\n',
  html: '<p>Hello Bo,</p><p>über alles.</p>',
  unsubscribeUrl: 'https://app.example.com/u/abcdef',
}

/** The raw header lines, unfolded, as [name in lower case, value]. */
function headersOf(raw: Buffer): [string, string][] {
  const head = raw.toString('latin1').split('\r\n\r\n')[0]!
  const lines = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  return lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
}

describe('composeMail', () => {
  it('writes a multipart/alternative message, text first, with every header', async () => {
    const raw = await composeMail({
      ...parts,
      inReplyTo: '<2@mail.example>',
      references: ['<1@mail.example>', '<2@mail.example>'],
      replyTo: { address: 'answers@example.com' },
    })
    const headers = new Map(headersOf(raw))
    expect(headers.get('from')).toBe('Ann Lee <ann@example.com>')
    expect(headers.get('to')).toBe('Bo <bo@example.net>')
    expect(headers.get('reply-to')).toBe('answers@example.com')
    expect(headers.get('date')).toBe('Wed, 04 Mar 2026 05:06:07 +0000')
    expect(headers.get('message-id')).toBe('<6f1c1f5e@example.com>')
    expect(headers.get('in-reply-to')).toBe('<2@mail.example>')
    expect(headers.get('references')).toBe('<1@mail.example> <2@mail.example>')
    expect(headers.get('x-reference-id')).toBe(parts.sendId)
    expect(headers.get('list-unsubscribe')).toBe('<https://app.example.com/u/abcdef>')
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative/)

    const body = raw.toString('latin1')
    expect(body.indexOf('text/plain')).toBeLessThan(body.indexOf('text/html'))
    expect(body.match(/Content-Transfer-Encoding: quoted-printable/g)).toHaveLength(2)
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const parsed = await simpleParser(raw)
    expect(parsed.subject).toBe('Grüße from Ann')
    expect(parsed.text).toContain('über alles.')
  })

  it('names further recipients, and none that is hidden', async () => {
    const raw = await composeMail({
      ...parts,
      moreTo: ['two@example.net'],
      cc: ['c1@example.net', 'c2@example.net'],
    })
    const headers = new Map(headersOf(raw))
    expect(headers.get('to')).toBe('Bo <bo@example.net>, two@example.net')
    expect(headers.get('cc')).toBe('c1@example.net, c2@example.net')
    expect(headers.has('bcc')).toBe(false)
  })

  it.each([
    'x@example.net\r\nBcc: y@example.net',
    'x@example.net, y@example.net',
    'x@example.net;y@example.net',
    '<x@example.net>',
    'x@example.net\0',
  ])('refuses %j as another recipient', async (address) => {
    await expect(composeMail({ ...parts, cc: [address] })).rejects.toThrow('valid email address')
    await expect(composeMail({ ...parts, moreTo: [address] })).rejects.toThrow('valid email address')
  })

  it('offers to unsubscribe by email beside the link', async () => {
    const unsubscribeMail = { address: 'ann+news%x@example.com', token: 'abc_DEF-1' }
    const headers = new Map(headersOf(await composeMail({ ...parts, unsubscribeMail })))
    expect(headers.get('list-unsubscribe')).toBe(
      '<https://app.example.com/u/abcdef>, <mailto:ann%2Bnews%25x@example.com?subject=unsubscribe%20abc_DEF-1>',
    )
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  it('puts images that the HTML shows beside it, and files around all', async () => {
    const png = Buffer.from('89504e47', 'hex')
    const raw = await composeMail({
      ...parts,
      html: '<p>See</p><img src="cid:image1.x@quoted">',
      attachments: [
        { name: 'logo.png', type: 'image/png', content: png, contentId: 'image1.x@quoted' },
        { name: 'a.txt', type: 'text/plain', content: Buffer.from('A') },
      ],
    })
    const parsed = await simpleParser(raw)
    expect(parsed.attachments.map(({ filename, related, cid }) => ({ filename, related, cid }))).toEqual([
      { filename: 'logo.png', related: true, cid: 'image1.x@quoted' },
      { filename: 'a.txt', related: undefined, cid: undefined },
    ])
    expect(parsed.attachments[0]!.content.equals(png)).toBe(true)
    expect(parsed.html).toContain('<p>See</p>')
    expect(parsed.text).toContain('über alles.')
  })

  it('says that the text of a person flows', async () => {
    const raw = await composeMail({
      ...parts,
      html: null,
      flowed: true,
      text: `${'word '.repeat(40)}\n-- \nAnn`,
    })
    expect(new Map(headersOf(raw)).get('content-type')).toBe('text/plain; charset=utf-8; format=flowed')
    expect(raw.toString()).toContain('word=20\r\n')
    expect(raw.toString()).toContain('--=20\r\nAnn')
  })

  it('keeps the first and the newest references', async () => {
    const references = Array.from({ length: 30 }, (_, index) => `<${index}@mail.example>`)
    const raw = await composeMail({ ...parts, references })
    const written = new Map(headersOf(raw)).get('references')!.split(/\s+/)
    expect(written).toHaveLength(20)
    expect(written[0]).toBe('<0@mail.example>')
    expect(written.slice(1)).toEqual(references.slice(11))
  })

  it.each([
    'a@example.com\r\nBcc: c@example.com',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    '<a@example.com>',
    'A <a@example.com>',
    'a\0@example.com',
    'ü@example.com',
    'a b@example.com',
    '"a b"@example.com',
    'a@',
    '@example.com',
    '',
  ])('refuses the address %j', async (address) => {
    for (const field of ['to', 'from', 'replyTo'] as const) {
      await expect(composeMail({ ...parts, [field]: { address } })).rejects.toMatchObject({
        code: 'INVALID',
        options: { field },
      })
    }
  })

  it('refuses an unsubscribe address that is not an HTTP URL', async () => {
    await expect(composeMail({ ...parts, unsubscribeUrl: 'javascript:alert(1)' })).rejects.toMatchObject({
      code: 'INVALID',
    })
  })

  it('encodes text that looks like an encoded word', async () => {
    const raw = await composeMail({ ...parts, subject: '=?utf-8?Q?Hi=0D=0ABcc:_x@example.com?= there' })
    expect(new Map(headersOf(raw)).get('subject')).toBe('= ?utf-8?Q?Hi=0D=0ABcc:_x@example.com?= there')
  })

  it('has one recipient and one of each header for any data', async () => {
    const nasty = fc.constantFrom(
      '\r\nBcc: evil@example.org',
      '\nTo: evil@example.org',
      '\r\n\r\n<script>',
      '\0',
      '\u2028Cc: evil@example.org',
      '=?utf-8?B?DQpCY2M6IHhAZXhhbXBsZS5vcmc=?=',
      '"<evil@example.org>,',
      '; a@b.c',
      'group: x@example.org;',
      '\ud800',
    )
    const words = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), nasty), { maxLength: 4 })
    const field = words.map((list) => list.join(''))
    const expected = headersOf(await composeMail(parts)).map(([name]) => name)
    await fc.assert(
      fc.asyncProperty(
        field,
        field,
        field,
        field,
        field,
        async (fromName, toName, subject, text, reference) => {
          const raw = await composeMail({
            ...parts,
            from: { ...parts.from, name: fromName },
            to: { ...parts.to, name: toName },
            subject,
            text,
            html: text,
            inReplyTo: reference,
            references: [reference],
          })
          const headers = headersOf(raw)
          const names = headers
            .map(([name]) => name)
            .filter((name) => !/^(in-reply-to|references)$/.test(name))
          expect(names.filter((name) => name !== 'subject').sort()).toEqual(
            expected.filter((name) => name !== 'subject').sort(),
          )
          expect(names.filter((name) => name === 'subject').length).toBeLessThanOrEqual(1)
          const parsed = await simpleParser(raw)
          const to = [parsed.to ?? []].flat().flatMap(({ value }) => value)
          expect(to.map(({ address }) => address)).toEqual(['bo@example.net'])
          expect(parsed.from?.value.map(({ address }) => address)).toEqual(['ann@example.com'])
          expect(parsed.bcc ?? parsed.cc).toBeUndefined()
          for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(999)
        },
      ),
      { numRuns: caseCount(300), seed: 20_261_121 },
    )
  })

  it('writes attachments around the text and the HTML', async () => {
    const file = (name: string, type: string, content: Buffer) => ({ name, type, content })
    const bytes = Buffer.from(Array.from({ length: 1_500_000 }, (_, n) => (n * 31) % 256))
    const raw = await composeMail({
      ...parts,
      unsubscribeUrl: null,
      attachments: [
        file(
          'Übersicht für "Bo" und Söhne, ein Name, der über eine Zeile hinausgeht.pdf',
          'application/pdf',
          bytes,
        ),
        file('../a\r\nBcc: c@example.com', 'text/plain', Buffer.from('Hi')),
        file('', 'message/rfc822', Buffer.from('Subject: Inner\r\n\r\n--=m\r\n')),
        file('empty', 'x/y; charset=z', Buffer.alloc(0)),
      ],
    })
    const headers = new Map(headersOf(raw))
    expect(headers.get('content-type')).toMatch(/^multipart\/mixed/)
    expect([...headers.keys()].filter((name) => name.startsWith('list-'))).toEqual([])
    const parsed = await simpleParser(raw)
    expect(parsed.text).toContain('über alles.')
    expect(parsed.html).toContain('<p>über alles.</p>')
    expect([parsed.to, parsed.cc, parsed.bcc].flatMap((field) => field ?? []).length).toBe(1)
    expect(
      parsed.attachments.map(({ filename, contentType, contentDisposition }) => [
        filename,
        contentType,
        contentDisposition,
      ]),
    ).toEqual([
      [
        'Übersicht für "Bo" und Söhne, ein Name, der über eine Zeile hinausgeht.pdf',
        'application/pdf',
        'attachment',
      ],
      ['aBcc: c@example.com', 'text/plain', 'attachment'],
      ['attachment.bin', 'application/octet-stream', 'attachment'],
      ['empty', 'application/octet-stream', 'attachment'],
    ])
    expect(parsed.attachments[0]!.content.equals(bytes)).toBe(true)
    expect(parsed.attachments[2]!.content.toString()).toBe('Subject: Inner\r\n\r\n--=m\r\n')
    for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it('writes plain text with an attachment', async () => {
    const { html: _, unsubscribeUrl: __, ...plain } = parts
    const attachments = [{ name: 'a.txt', type: 'text/plain', content: Buffer.from('file') }]
    for (const html of [undefined, null]) {
      const parsed = await simpleParser(
        await composeMail({ ...plain, ...(html === null && { html }), attachments }),
      )
      expect([parsed.text?.trim(), parsed.html]).toEqual(['Hello Bo,\n\nüber alles.', false])
      expect(parsed.attachments.map(({ content }) => content.toString())).toEqual(['file'])
    }
  })
})
