import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onTheWire, Slices } from '~/providers/mail/smtp/message'
import { isNo, isYes, type Reply, ReplyReader } from '~/providers/mail/smtp/replies'

/** A message as a receiver has it that knows CRLF alone: up to the first final dot, the doubled dots undone. */
function receive(wire: string): { message: string; rest: string } {
  const end = wire.startsWith('.\r\n') ? -2 : wire.indexOf('\r\n.\r\n')
  const message = wire.slice(0, end + 2)
  return { message: message.replace(/(^|\r\n)\./g, '$1'), rest: wire.slice(end + 5) }
}

/** What arrives: CRLF throughout, and one at the end. */
function meant(raw: string): string {
  const lines = raw.replace(/\r\n|\r|\n/g, '\r\n')
  return lines.endsWith('\r\n') ? lines : `${lines}\r\n`
}

const wireOf = (raw: string) => onTheWire(Buffer.from(raw, 'latin1')).toString('latin1')

describe('a message on the wire', () => {
  it.each([
    ['', '\r\n.\r\n'],
    ['Hello', 'Hello\r\n.\r\n'],
    ['Hello\r\n', 'Hello\r\n.\r\n'],
    ['Hello\r', 'Hello\r\n.\r\n'],
    ['Hello\n', 'Hello\r\n.\r\n'],
    ['a\n.\nb', 'a\r\n..\r\nb\r\n.\r\n'],
    ['a\r.\rb', 'a\r\n..\r\nb\r\n.\r\n'],
    ['.', '..\r\n.\r\n'],
    ['\r\n\r\n', '\r\n\r\n.\r\n'],
    ['\r\r\n\n', '\r\n\r\n\r\n.\r\n'],
  ])('%j', (raw, wire) => expect(wireOf(raw)).toBe(wire))

  it('arrives as it was meant, whatever is in it, and ends once', () => {
    const pieces = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '.',
      '..',
      '\r\n.\r\n',
      'a',
      'RCPT TO:<x>',
      '\xff',
      '\0',
    )
    const raws = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''))
    fc.assert(
      fc.property(raws, (raw) => {
        const wire = wireOf(raw)
        expect(wire).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
        expect(receive(wire)).toEqual({ message: meant(raw), rest: '' })
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([0, 1, 65_535, 65_536, 65_537, 81_919, 81_920, 81_925, 200_003])(
    '%i bytes are written in slices, the end in one piece',
    (size) => {
      const wire = onTheWire(Buffer.alloc(size, 'x'))
      const slices = new Slices(wire)
      const written: Buffer[] = []
      while (!slices.isAtEnd) written.push(slices.next())
      expect(Buffer.concat(written).equals(wire)).toBe(true)
      expect(written.at(-1)!.toString()).toMatch(/\r\n\.\r\n$/)
      if (wire.length <= 65_536) expect(written).toHaveLength(1)
    },
  )
})

describe('replies', () => {
  const SAID =
    '250 Ok\r\n\r\n250-2.1.5 One\r\n250-\r\n250 2.1.5 Zwei Stück\n354\r\n550-5.1.1 No\r\n550 5.1.1 such\r\n'
  const TOLD: Reply[] = [
    { code: 250, text: '250 Ok' },
    { code: 250, text: '250-2.1.5 One\n250-\n250 2.1.5 Zwei Stück' },
    { code: 354, text: '354' },
    { code: 550, text: '550-5.1.1 No\n550 5.1.1 such' },
  ]

  function readAll(chunks: Buffer[]): Reply[] {
    const reader = new ReplyReader()
    const replies: Reply[] = []
    for (const chunk of chunks) {
      reader.push(chunk)
      for (let reply = reader.next(); reply; reply = reader.next()) {
        replies.push(reply)
        if (reply.code === 0) return replies
      }
    }
    expect(reader.isEmpty).toBe(true)
    return replies
  }

  it('are the same wherever they are cut', () => {
    const bytes = Buffer.from(SAID)
    expect(readAll([bytes])).toEqual(TOLD)
    for (let at = 0; at <= bytes.length; at += 1)
      expect(readAll([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(TOLD)
    expect(readAll([...bytes].map((byte) => Buffer.from([byte])))).toEqual(TOLD)
  })

  it('are read byte for byte where they are no UTF-8', () => {
    expect(readAll([Buffer.from('250 St\xfcck\r\n', 'latin1')])).toEqual([
      { code: 250, text: '250 St\xfcck' },
    ])
  })

  it.each([
    'HTTP/1.1 200 OK\r\n',
    '25 Ok\r\n',
    '2500 Ok\r\n',
    '650 Ok\r\n',
    '250-Ok\r\n550 No\r\n',
    '250-Ok\r\nand more\r\n',
    `250 ${'x'.repeat(5_000)}`,
    `250 ${'x'.repeat(5_000)}\r\n`,
    `250-${'x'.repeat(1_000)}\r\n`.repeat(70),
  ])('are not SMTP: %j', (said) => expect(readAll([Buffer.from(said)]).at(-1)!.code).toBe(0))

  it('are a yes, a no, or neither', () => {
    const kinds = [199, 200, 299, 300, 399, 400, 599].map((code) => [
      isYes({ code, text: '' }),
      isNo({ code, text: '' }),
    ])
    const [yes, no, neither] = [
      [true, false],
      [false, true],
      [false, false],
    ]
    expect(kinds).toEqual([neither, yes, yes, neither, neither, no, no])
  })
})
