import { describe, expect, it } from 'vitest'
import { isAttachment, listAttachments, readAttachment } from '~/providers/mail/message/attachments'
import { composeMail } from '~/providers/mail/message/compose'
import { safeFileName } from '~/providers/mail/message/file-name'

const MIB = 1024 * 1024
const HEAD = 'From: bo@firma.example\r\nTo: ann@sender.example\r\nSubject: Files\r\n'
const mixed = (...parts: string[]) =>
  Buffer.from(
    `${HEAD}Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`,
    'latin1',
  )
const TEXT = 'Content-Type: text/plain\r\n\r\nHi'
const file = (headers: string, body = 'YWJj') =>
  `${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`

describe('the name of an attachment', () => {
  const names: [string, string, string][] = [
    ['plain', 'Content-Disposition: attachment; filename=report.pdf', 'report.pdf'],
    ['quoted', 'Content-Disposition: attachment; filename="my; report.pdf"', 'my; report.pdf'],
    ['of the type', 'Content-Type: application/pdf; name="a b.pdf"', 'a b.pdf'],
    ['in encoded words', 'Content-Disposition: attachment; filename="=?utf-8?Q?=C3=9Cber.pdf?="', 'Über.pdf'],
    [
      'in RFC 2231 pieces',
      "Content-Disposition: attachment;\r\n filename*0*=utf-8''%C3%9Cber%20;\r\n filename*1=alles.pdf",
      'Über alles.pdf',
    ],
    ['in RFC 2231 latin1', "Content-Disposition: attachment; filename*=iso-8859-1''%DCber.pdf", 'Über.pdf'],
    ['in 8-bit UTF-8', 'Content-Disposition: attachment; filename="\xc3\x9cber.pdf"', 'Über.pdf'],
    ['in 8-bit latin1', 'Content-Disposition: attachment; filename="\xdcber.pdf"', 'Über.pdf'],
    ['with a path', 'Content-Disposition: attachment; filename="../../etc/passwd"', 'etcpasswd'],
    ['with a Windows path', 'Content-Disposition: attachment; filename="..\\\\..\\\\a.exe"', 'a.exe'],
    [
      'with an encoded path',
      "Content-Disposition: attachment; filename*=utf-8''..%2F..%2Fa%00%0D%0Ab.txt",
      'ab.txt',
    ],
    [
      'that turns around',
      "Content-Disposition: attachment; filename*=utf-8''exe%E2%80%AEfdp.exe",
      'exefdp.exe',
    ],
    ['of dots', 'Content-Disposition: attachment; filename=".."', 'attachment.bin'],
    ['that is missing', 'Content-Type: application/pdf\r\nContent-Disposition: attachment', 'attachment.pdf'],
  ]
  it.each(names)('%s is safe', async (_, headers, name) => {
    const type = headers.startsWith('Content-Type') ? '' : 'Content-Type: application/octet-stream\r\n'
    const raw = mixed(TEXT, file(type + headers))
    expect(await listAttachments(raw)).toMatchObject([{ part: '2', name }])
    expect(await readAttachment(raw, '2', MIB)).toMatchObject({ name, bytes: Buffer.from('abc') })
  })

  it('is shortened to 150 characters and keeps its extension', () => {
    const long = safeFileName(`${'😀'.repeat(400)}.pdf`, 'application/pdf')
    expect([[...long].length, long.endsWith('😀.pdf')]).toEqual([150, true])
    expect([...safeFileName('x'.repeat(10_000), 'text/plain')]).toHaveLength(150)
    expect([...safeFileName(`a.${'x'.repeat(10_000)}`, 'text/plain')]).toHaveLength(150)
    expect(safeFileName('\ud800.pdf', 'application/pdf')).toBe('pdf')
  })
})

describe('the list of attachments', () => {
  it('leaves out the text and images that the HTML shows', async () => {
    const raw = mixed(
      `Content-Type: multipart/related; boundary=y\r\n\r\n--y\r\nContent-Type: text/html\r\n\r\n<img src="cid:1">\r\n--y\r\n${file(
        'Content-Type: image/png\r\nContent-ID: <1>\r\nContent-Disposition: inline',
      )}\r\n--y\r\n${file('Content-Type: image/png; name=logo.png\r\nContent-ID: <2>')}\r\n--y--`,
      file('Content-Type: image/jpeg'),
      'Content-Type: message/rfc822\r\n\r\nSubject: Inner\r\nContent-Type: multipart/mixed; boundary=z\r\n\r\n--z\r\n\r\nHi\r\n--z--',
      'Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR',
    )
    expect((await listAttachments(raw)).map(({ part, name, type }) => [part, name, type])).toEqual([
      ['1.3', 'logo.png', 'image/png'],
      ['2', 'attachment.jpeg', 'image/jpeg'],
      ['3', 'message.eml', 'message/rfc822'],
    ])
    const inner = await readAttachment(raw, '3', MIB)
    expect(inner).toMatchObject({ type: 'message/rfc822' })
    expect(inner && inner !== 'too large' && inner.bytes.toString()).toMatch(/^Subject: Inner/)
  })

  it.each([
    ['plain', '<1@firma.example>', '1@firma.example'],
    ['a NUL', '<1\0@firma.example>', undefined],
    ['a control character', '<1\x1b@firma.example>', undefined],
    ['8-bit characters', '<\xfc@firma.example>', undefined],
  ])('has a Content-ID only if it is printable: %s', async (_, id, cid) => {
    const raw = mixed(TEXT, file(`Content-Type: image/png; name="a\0.png"\r\nContent-ID: ${id}`))
    const listed = await listAttachments(raw)
    expect(listed.map((found) => found.cid)).toEqual([cid])
    expect(JSON.stringify(listed)).not.toContain('\\u0000')
  })

  it('contains a message that is a single file', async () => {
    const raw = Buffer.from(`${HEAD}${file('Content-Type: application/pdf; name=only.pdf')}\r\n`)
    expect(await listAttachments(raw)).toMatchObject([{ part: '1', name: 'only.pdf' }])
    expect(await readAttachment(raw, '1', MIB)).toMatchObject({ bytes: Buffer.from('abc') })
    expect(await readAttachment(raw, '2', MIB)).toBeNull()
  })

  it('is empty for text, reports and unreadable messages', async () => {
    expect(await listAttachments(Buffer.from(`${HEAD}\r\nHi`))).toEqual([])
    expect(
      await listAttachments(mixed(TEXT, 'Content-Type: message/delivery-status\r\n\r\nAction: failed')),
    ).toEqual([])
    expect(await listAttachments(Buffer.alloc(0))).toEqual([])
  })

  it('has at most 50 of 10,000 parts', async () => {
    const part = file('Content-Type: application/pdf; name=a.pdf')
    const raw = mixed(...Array.from({ length: 10_000 }, () => part))
    expect(await listAttachments(raw)).toHaveLength(50)
    expect(await readAttachment(raw, '9999', MIB)).toBeNull()
  })

  it('has what is left of a truncated message', async () => {
    const raw = mixed(TEXT, file('Content-Type: application/pdf; name=a.pdf', 'YWJj'.repeat(100)))
    expect(await listAttachments(raw.subarray(0, raw.length - 200))).toMatchObject([
      { part: '2', name: 'a.pdf' },
    ])
    expect(await listAttachments(raw.subarray(0, raw.indexOf('--x') + 3))).toEqual([])
  })

  it('says about how large the decoded files are', async () => {
    for (const size of [0, 1, 56, 57, 58, 10_000, MIB]) {
      const content = Buffer.alloc(size, 7)
      const raw = await composeMail({
        ...{ sendId: 'a', messageId: '<a@example.com>', date: new Date(0), subject: 'Hi', text: 'Hi' },
        ...{ from: { address: 'a@example.com' }, to: { address: 'b@example.net' } },
        attachments: [{ name: 'a.bin', type: 'application/octet-stream', content }],
      })
      const [listed] = await listAttachments(raw)
      expect(Math.abs(listed!.size - size)).toBeLessThanOrEqual(3)
      const got = await readAttachment(raw, '2', size)
      expect(got && got !== 'too large' && got.bytes.equals(content)).toBe(true)
      if (size > 0) expect(await readAttachment(raw, '2', size - 1)).toBe('too large')
    }
  })

  it('never counts a container', () => {
    const container = { type: 'multipart/mixed', attached: true, named: true, referable: false }
    expect(isAttachment(container)).toBe(false)
  })
})

/** Messages of 24 MB on which a careless search takes quadratic time or many rounds. */
const HOSTILE: Record<string, string> = {
  parts: `Content-Type: multipart/mixed; boundary=x\n\n${'--x\n\na\n'.repeat(3.4 * MIB)}`,
  'almost boundaries': `Content-Type: multipart/mixed; boundary=x\n\n${'--xy\n'.repeat(4.8 * MIB)}`,
  headers: 'A: b\n'.repeat(4.8 * MIB),
  'multiparts in multiparts': `${Array.from(
    { length: 8 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
  ).join('')}${'--b\n'.repeat(6 * MIB)}`,
  'endless names': `Content-Type: multipart/mixed; boundary=x\n\n${`--x\nContent-Type: a/b; ${"name*0*=utf-8''%41; ".repeat(20_000)}\n\na\n`.repeat(58)}`,
  'carriage returns': 'A: b\r\r--x\r'.repeat(2.4 * MIB),
}

it.each(Object.entries(HOSTILE))('24 MB of %s are listed without a long pause', async (_, source) => {
  const raw = Buffer.from(source, 'latin1')
  const before = process.cpuUsage()
  expect((await listAttachments(raw)).length).toBeLessThanOrEqual(50)
  const { user } = process.cpuUsage(before)
  // One pass takes tens of milliseconds; quadratic time takes minutes.
  expect(user / 1_000_000).toBeLessThan(3)
})
