import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flowed } from '~/providers/mail/message/flowed'
import { caseCount } from '../support/sizes'

/** Reads a flowed text (RFC 3676, 4.1 and 4.2). */
function unflow(text: string): string[] {
  const read: { depth: number; said: string; open: boolean }[] = []
  for (const line of text.split('\n')) {
    const depth = /^>*/.exec(line)![0].length
    const said = line.slice(depth).replace(/^ /, '')
    const last = read.at(-1)
    if (last?.open && last.depth === depth) last.said += said
    else read.push({ depth, said, open: false })
    read.at(-1)!.open = said.endsWith(' ') && said !== '-- '
  }
  return read.map(({ depth, said }) => '>'.repeat(depth) + said.trimEnd())
}

describe('flowed', () => {
  it('wraps long lines at spaces that stay, and keeps short ones', () => {
    const long = 'word '.repeat(40).trim()
    const lines = flowed(`Hello\n\n${long}`).split('\n')
    expect(lines.slice(0, 2)).toEqual(['Hello', ''])
    expect(lines.slice(2, -1).every((line) => line.endsWith(' ') && line.length <= 78)).toBe(true)
    expect(unflow(lines.join('\n'))).toEqual(['Hello', '', long])
  })

  it('stuffs lines that would be read as something else', () => {
    expect(flowed('From here\n  indented')).toBe(' From here\n   indented')
  })

  it('removes spaces at the ends of lines, except from the line above a signature', () => {
    expect(flowed('Hello   \n-- \nAnn')).toBe('Hello\n-- \nAnn')
  })

  it('wraps quotes within their quote', () => {
    const lines = flowed(`> ${'word '.repeat(40).trim()}\n>> inner\n>`).split('\n')
    expect(lines.every((line) => line.startsWith('>'))).toBe(true)
    expect(lines.at(-2)).toBe('>> inner')
    expect(unflow(lines.join('\n'))[0]).toBe(`>${'word '.repeat(40).trim()}`)
  })

  it('loses no word, whatever the text is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '-', 'From', '.'), maxLength: 400 })
    fc.assert(
      fc.property(text, (given) => {
        const words = (lines: string) => lines.split(/\s+/).filter(Boolean)
        expect(words(unflow(flowed(given)).join('\n'))).toEqual(words(given))
      }),
      { numRuns: caseCount(200) },
    )
  })
})
