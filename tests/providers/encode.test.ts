import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { composeMail } from '~/providers/mail/message/compose'
import { encodedWords, foldWords, quotedPrintable } from '~/providers/mail/message/encode'

const text = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      ' ',
      '\t',
      ' \r\n',
      '\t\n',
      '=',
      '=\r\n',
      '.\r\n',
      '\r',
      'ü',
      '€',
      '😀',
      'word '.repeat(40),
    ),
  ),
  { maxLength: 8 },
)
const joined = text.map((parts) => parts.join('').replace(/\p{Surrogate}/gu, '?'))

/** RFC 2045, 6.7: the decoded text. */
function decode(encoded: string): string {
  const bytes: number[] = []
  const whole = encoded.replaceAll('=\r\n', '')
  for (let i = 0; i < whole.length; i++) {
    if (whole[i] === '=') {
      bytes.push(Number.parseInt(whole.slice(i + 1, i + 3), 16))
      i += 2
    } else bytes.push(whole.charCodeAt(i))
  }
  return Buffer.from(bytes).toString('utf8')
}

describe('quoted-printable', () => {
  it('decodes to the original text, in short ASCII lines without trailing blanks', () => {
    fc.assert(
      fc.property(joined, (text) => {
        const encoded = quotedPrintable(text).toString('latin1')
        expect(decode(encoded)).toBe(text.replace(/\r\n?|\n/g, '\r\n'))
        for (const line of encoded.split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(76)
          expect(line).toMatch(/^[\t\x20-\x7e]*$/)
          expect(line).not.toMatch(/[ \t]$/)
        }
      }),
      { numRuns: 500, seed: 20_261_121 },
    )
  })

  it.each([
    ['', ''],
    ['a = b', 'a =3D b'],
    ['Grüße', 'Gr=C3=BC=C3=9Fe'],
    ['ends with a blank ', 'ends with a blank=20'],
    ['blank \nat a line end', 'blank=20\r\nat a line end'],
    ['a\rb\nc\r\nd', 'a\r\nb\r\nc\r\nd'],
    ['x'.repeat(76), `${'x'.repeat(75)}=\r\nx`],
    [`${'x'.repeat(73)}ü`, `${'x'.repeat(73)}=\r\n=C3=BC`],
  ])('%j', (plain, encoded) => {
    expect(quotedPrintable(plain).toString()).toBe(encoded)
  })
})

describe('headers', () => {
  it('writes encoded words of at most 75 characters that decode to the text', async () => {
    const subject = 'Grüße an alle: '.repeat(12).trim()
    for (const word of encodedWords(subject).split('\r\n ')) expect(word.length).toBeLessThanOrEqual(75)
    const raw = await composeMail({
      sendId: 'x',
      messageId: '<1@example.com>',
      date: new Date('2026-03-04T05:06:07Z'),
      from: { name: 'Zoë "Z" O’Neil', address: 'zoe@exämple.com' },
      to: { name: 'Smith, Bo <b>', address: 'bo@example.net' },
      subject,
      text: 'Hi',
    })
    const parsed = await simpleParser(raw)
    expect(parsed.subject).toBe(subject)
    expect(parsed.from?.value[0]?.name).toBe('Zoë "Z" O’Neil')
    expect(raw.toString()).toContain('<zoe@xn--exmple-cua.com>')
    expect([parsed.to].flat()[0]?.value).toEqual([{ name: 'Smith, Bo <b>', address: 'bo@example.net' }])
  })

  it('folds long ASCII headers only between words', () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i}`)
    const folded = foldWords(words, 9)
    expect(folded.replaceAll('\r\n', '')).toBe(words.join(' '))
    for (const line of `Subject: ${folded}`.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
  })
})
