import { describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'

const HEAD = 'From: Bo <bo@firma.test>\r\nTo: ann@mail.test\r\nSubject: Re: hi\r\n'
const raw = (headers: string, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${HEAD}${headers}\r\n\r\n`, 'latin1'), Buffer.from(body)])

/** A DER element; `open` writes it without a length (BER). */
function element(tag: number, contents: Buffer[], open = false): Buffer {
  const content = Buffer.concat(contents)
  if (open) return Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])])
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const oid = (hex: string) => element(0x06, [Buffer.from(hex, 'hex')])

/** CMS SignedData around a MIME part; the certificates and signatures behind it are not read. */
function signed(part: string, { open = false, type = '2a864886f70d010702' } = {}): Buffer {
  const octets = open
    ? element(
        0x24,
        part.match(/[\s\S]{1,40}/g)!.map((piece) => element(0x04, [Buffer.from(piece)])),
        true,
      )
    : element(0x04, [Buffer.from(part)])
  const content = element(0x30, [oid('2a864886f70d010701'), element(0xa0, [octets], open)], open)
  const data = [
    element(0x02, [Buffer.from([1])]),
    element(0x31, []),
    content,
    element(0xa0, [Buffer.alloc(300)]),
  ]
  return element(0x30, [oid(type), element(0xa0, [element(0x30, data, open)], open)], open)
}
const P7M =
  'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\r\nContent-Transfer-Encoding: base64'
const REQUEST = 'Content-Type: text/plain; charset=utf-8\r\n\r\nPlease take me off your list.\r\n'

describe('an opaque S/MIME message', () => {
  it.each([
    ['with lengths', {}],
    ['in pieces', { open: true }],
  ])('is read: %s', async (_, options) => {
    const found = await classifyInbound(raw(P7M, signed(REQUEST, options).toString('base64')))
    expect(found).toMatchObject({ kind: 'reply', stop: true, text: 'Please take me off your list.' })
  })

  it('is read when it is signed twice, has parts, or only its name tells', async () => {
    const inner = `${P7M}\r\n\r\n${signed(REQUEST).toString('base64')}`
    expect(await classifyInbound(raw(P7M, signed(inner).toString('base64')))).toMatchObject({ stop: true })
    const mixed = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${REQUEST}--b--`
    const named = P7M.replace('application/pkcs7-mime; smime-type=signed-data', 'application/octet-stream')
    expect(await classifyInbound(raw(named, signed(mixed).toString('base64')))).toMatchObject({ stop: true })
  })

  it('says that nothing can be read if it is encrypted or damaged', async () => {
    const encrypted = signed(REQUEST, { type: '2a864886f70d010703' }).toString('base64')
    for (const body of [encrypted, 'MIIF', '', '\0\0\0'])
      expect(await classifyInbound(raw(P7M, body))).toMatchObject({
        kind: 'reply',
        text: '',
        isUnreadable: true,
      })
  })

  it('is read as far as it was kept', async () => {
    const long = signed(`${REQUEST}${'x'.repeat(20_000)}`)
      .subarray(0, 2_000)
      .toString('base64')
    expect((await classifyInbound(raw(P7M, long))).text).toContain('take me off')
  })
})

const u16 = (n: number) => Buffer.from([n & 255, n >> 8])
const u32 = (n: number) => Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24])
const attribute = (id: number, value: Buffer) =>
  Buffer.concat([Buffer.from([1]), u32(id), u32(value.length), value, u16(0)])
const tnef = (...attributes: Buffer[]) => Buffer.concat([u32(0x223e9f78), u16(1), ...attributes])
const property = (type: number, id: number, value: Buffer) =>
  Buffer.concat([
    u16(type),
    u16(id),
    u32(1),
    u32(value.length),
    value,
    Buffer.alloc((4 - (value.length % 4)) % 4),
  ])
const properties = (...list: Buffer[]) => attribute(0x69003, Buffer.concat([u32(list.length), ...list]))
/** Compressed RTF of literals alone. */
function rtf(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8) }, (_, n) =>
    bytes.subarray(8 * n, 8 * n + 8),
  )
  const body = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([0]), piece]))
  return Buffer.concat([u32(body.length + 12), u32(bytes.length), u32(0x75465a4c), u32(0), body])
}
const winmail = (file: Buffer) =>
  raw(
    'Content-Type: multipart/mixed; boundary=b',
    `--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString('base64')}\r\n--b--`,
  )

describe('winmail.dat', () => {
  it.each([
    ['as text', tnef(attribute(0x2800c, Buffer.from('Please take me off your list.\0')))],
    [
      'as a property',
      tnef(properties(property(0x1f, 0x1000, Buffer.from('Please take me off your list.\0', 'utf16le')))),
    ],
    [
      'as HTML',
      tnef(properties(property(0x102, 0x1013, Buffer.from('<p>Please take me off your list.</p>')))),
    ],
    [
      'as RTF',
      tnef(
        properties(
          property(
            0x102,
            0x1009,
            rtf('{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\pard Please take me\\par off your list.\\par}'),
          ),
        ),
      ),
    ],
  ])('is read: %s', async (_, file) => {
    const found = await classifyInbound(winmail(file))
    expect(found).toMatchObject({ kind: 'reply', stop: true })
    expect(found.isUnreadable).toBeUndefined()
  })

  it('that holds no text, or none that can be read, says so', async () => {
    for (const file of [
      tnef(),
      tnef(u32(0xffffffff)),
      tnef(properties(Buffer.from('ffffffffffffffff', 'hex'))),
      Buffer.from('PK'),
    ])
      expect(await classifyInbound(winmail(file))).toMatchObject({
        kind: 'reply',
        text: '',
        isUnreadable: true,
      })
  })
})

describe('a text in a missing or wrong charset', () => {
  const japanese = Buffer.from('1b2442244a242b1b2842', 'hex')
  it.each([
    ['Content-Type: text/plain', japanese, 'なか'],
    ['Content-Type: text/plain; charset=us-ascii', japanese, 'なか'],
    ['X-None: 1', japanese, 'なか'],
    ['Content-Type: text/plain', Buffer.from('Grüße'), 'Grüße'],
    ['Content-Type: text/plain', Buffer.from('Gr\xfc\xdfe \x80', 'latin1'), 'Grüße €'],
    ['Content-Type: text/plain; charset=unknown-8bit', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'Grüße'],
    ['Content-Type: text/plain; charset=utf-8', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'Grüße'],
    ['Content-Type: text/plain; charset=x-user-defined', Buffer.from('Grüße'), 'Grüße'],
    ['Content-Type: text/plain; charset=iso-8859-2', Buffer.from('pr\xf9vodce', 'latin1'), 'průvodce'],
    [
      'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable',
      Buffer.from('Gr=FC=DFe'),
      'Grüße',
    ],
    ['Content-Type: text/html', Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1'), 'Grüße'],
  ])('with %s is read', async (headers, body, text) => {
    const found = await classifyInbound(raw(headers, body))
    expect([found.kind, found.text, found.body.trim()]).toEqual(['reply', text, text])
  })
})

describe('numbers in a message', () => {
  it.each([
    '<ol start=99999999999999999999 type=i><li>Yes</ol>',
    '<ol start=4000000000 type=I><li>Yes</ol>',
    '<ol start=-5 type=a><li>Yes</ol>',
    '<ol start=1e300 type=A><li>Yes</ol>',
    '<ol start=NaN><li>Yes</ol>',
    '<table><tr><td colspan=99999999999 rowspan=99999999999>Yes</table>',
    '<p>Yes &#99999999999999; &#xffffffffff;</p>',
  ])('of any size leave it readable: %s', async (html) => {
    const found = await classifyInbound(raw('Content-Type: text/html', html))
    expect([found.kind, found.text]).toEqual(['reply', expect.stringContaining('Yes')])
    expect(found.text.length).toBeLessThan(200)
  })

  it.each(['Thu, 26 Nov 275760 09:12:00 +0100', '99999999999999999999', 'Thu, 26 Nov -1 00:00:00'])(
    'of the date %s leave it readable',
    async (date) => {
      const headers = `Date: ${date}\r\nAuto-Submitted: auto-replied\r\nContent-Type: text/plain`
      expect(await classifyInbound(raw(headers, 'I am back on 4 December.'))).toMatchObject({
        kind: 'auto_reply',
      })
    },
  )
})
