import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classifyInbound, MAX_INBOUND_BYTES } from '~/providers/mail/inbound/inbound'
import { listAttachments } from '~/providers/mail/message/attachments'
import {
  allParts,
  headerOf,
  MIME_LIMITS,
  type MimePart,
  splitParts,
} from '~/providers/mail/message/mime-parts'
import { readMessage } from '~/providers/mail/message/readable'
import { EXPECTED } from '../fixtures/inbound/expected'
import { caseCount } from '../support/sizes'
import { runInbound } from './support/inbound-cli'

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/inbound')
const HEAD = 'From: Bo <bo@firma.example>\nTo: ann@sender.example\nSubject: Re: hi\n'
const DAEMON = 'From: MAILER-DAEMON@mx.example\nTo: ann@sender.example\nSubject: failure notice\n'

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join(
    '',
  )
const report = (fields: string) =>
  `${DAEMON}Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\nContent-Type: message/delivery-status\n\n${fields}\n--x--`

/** Texts on which careless patterns take quadratic time or worse. */
const WORDS = {
  spaces: ' '.repeat(900_000),
  'one word': 'a'.repeat(900_000),
  'no address': '@'.repeat(900_000),
  'half addresses': 'a@'.repeat(450_000),
  brackets: '<'.repeat(900_000),
  digits: '550 '.repeat(220_000),
  dots: '5.1.'.repeat(220_000),
  introductions: 'On Tue, 3 Nov 2026\n'.repeat(50_000),
  'open introductions': 'on 2026 '.repeat(110_000),
  'dated addresses': `${'2026 1:00 <aaa@aaa '.repeat(15)}:\n`.repeat(3_000),
  headers: 'From: a\n'.repeat(110_000),
  notices: `Yes\n${'this email wenn sie nicht der si vous avez reçu '.repeat(20_000)}`,
  rules: '----- a '.repeat(110_000),
  quotes: '> \n'.repeat(300_000),
  absence: 'ich bin '.repeat(110_000),
  receipt: 'we have received your message '.repeat(30_000),
  formula: 'thank you for your '.repeat(45_000),
  failure: 'not delivered fail '.repeat(45_000),
  requests: 'please remove me from the '.repeat(35_000),
  'lines of requests': 'please no thanks please no thanks remove me from\n'.repeat(18_000),
  referrals: 'contact a at on '.repeat(55_000),
  'short referrals': `${'please contact a b c at on o e '.repeat(9)}. `.repeat(8),
}

const HOSTILE: Record<string, string> = {
  'nested 10,000 deep': HEAD + nested(10_000),
  'nested in one boundary': `${HEAD}${'Content-Type: multipart/mixed; boundary=x\n\n--x\n'.repeat(20_000)}`,
  'of 100,000 parts': `${HEAD}Content-Type: multipart/mixed; boundary=x\n\n${'--x\n\na\n'.repeat(100_000)}`,
  'with 140,000 headers': `${HEAD}${'X-A: b\n'.repeat(140_000)}\nhi`,
  'with a subject without end': `From: bo@firma.example\nSubject: ${'Re: '.repeat(400_000)}\n\nhi`,
  'with references without end': `${HEAD}References: ${'<a@b.example> '.repeat(100_000)}\n\nhi`,
  'from groups without end': `From: ${'a:b;'.repeat(250_000)}\n\nhi`,
  'with encoded words without end': `From: bo@firma.example\nSubject: ${'=?utf-8?B?aGVsbG8=?= '.repeat(50_000)}\n\nhi`,
  'with open encoded words': `From: bo@firma.example\nSubject: ${'=?utf-8?Q?'.repeat(100_000)}\n\nhi`,
  'in a charset of half a megabyte': `${HEAD}Content-Type: text/plain; charset="${'x'.repeat(500_000)}"\n\nhi`,
  'in the charset __proto__': `${HEAD}Content-Type: text/plain; charset=__proto__\n\nhi`,
  'with parameters without end': `${HEAD}Content-Type: multipart/mixed${'; boundary="a'.repeat(80_000)}\n\nhi`,
  'of base64 garbage': `${HEAD}Content-Transfer-Encoding: base64\n\n${'!!!===\0\xff'.repeat(120_000)}`,
  'of NULs': '\0'.repeat(1_000_000),
  'with carriage returns alone': `${HEAD.replaceAll('\n', '\r')}\r${'a\r'.repeat(500_000)}`,
  'cut off in a part': `${HEAD}Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/alternative; boundary=y\n\n--y`,
  'of open tags': `${HEAD}Content-Type: text/html\n\n${'<div>'.repeat(200_000)}`,
  'of list items': `${HEAD}Content-Type: text/html\n\n${'<ol><li>'.repeat(100_000)}`,
  'of tables in tables': `${HEAD}Content-Type: text/html\n\n${'<table><tr><td>'.repeat(60_000)}`,
  'of siblings': `${HEAD}Content-Type: text/html\n\n${'<p>a</p>'.repeat(100_000)}`,
  'to recipients without end': `${HEAD}Cc: ${'"B, O" <b@o.example>, '.repeat(40_000)}\n\nhi`,
  'to groups without end': `${HEAD}Cc: ${'a:b@c.example;'.repeat(70_000)}\n\nhi`,
  'of texts': `${HEAD}Content-Type: multipart/mixed; boundary=x\n\n${`--x\n\n${'a\n'.repeat(60_000)}`.repeat(8)}`,
  'of HTML parts': `${HEAD}Content-Type: multipart/mixed; boundary=x\n\n${`--x\nContent-Type: text/html\n\n${'<blockquote>'.repeat(10_000)}`.repeat(8)}`,
  'of failed recipients': `From: postmaster@mx.example\nX-Failed-Recipients: ${'a@b.example,'.repeat(80_000)}\n\nhi`,
  'of blank fields': report('\n \t'.repeat(300_000)),
  'of recipients': report('\nFinal-Recipient: rfc822; a@b.example\nAction: failed\n'.repeat(20_000)),
  ...Object.fromEntries(
    Object.entries(WORDS).flatMap(([name, words]) => [
      [`from a person: ${name}`, `${HEAD}\n${words}`],
      [`from a daemon: ${name}`, `${DAEMON}\n${words}`],
      [`in the subject: ${name}`, `From: bo@firma.example\nSubject: ${words.replaceAll('\n', ' ')}\n\nhi`],
      [
        `in a report: ${name}`,
        report(`\nFinal-Recipient: rfc822; ${words}\nDiagnostic-Code: smtp; ${words}`),
      ],
    ]),
  ),
}

const depthOf = (part: MimePart): number => 1 + Math.max(0, ...part.parts.map(depthOf))

describe('a hostile message', () => {
  it.each(Object.entries(HOSTILE))('%s: stores a bounded part of it', async (_, source) => {
    const message = splitParts(source.slice(0, MAX_INBOUND_BYTES))
    const parts = allParts(message)
    expect(parts.length).toBeLessThanOrEqual(MIME_LIMITS.parts)
    expect(depthOf(message)).toBeLessThanOrEqual(MIME_LIMITS.depth + 1)
    for (const { headers } of parts) {
      expect(headers.size).toBeLessThanOrEqual(MIME_LIMITS.headers)
      for (const value of [...headers.values()].flat())
        expect(value.length).toBeLessThanOrEqual(MIME_LIMITS.headerLength + 1)
    }
    const readable = await readMessage(message)
    expect(readable.text.length).toBeLessThanOrEqual(20_000)
    expect(readable.subject.length).toBeLessThanOrEqual(1_000)
    const found = await classifyInbound(Buffer.from(source, 'latin1'))
    expect(found.recipients.length).toBeLessThanOrEqual(20)
    expect(found.reason.length).toBeLessThanOrEqual(500)
    expect(found.originalMessageIds.length).toBeLessThanOrEqual(50)
    expect(found.to.length).toBeLessThanOrEqual(50)
    expect(found.body.length).toBeLessThanOrEqual(100_000)
    expect(found.html.length).toBeLessThanOrEqual(200_000)
  })

  it('mutated from any fixture is still classified', async () => {
    const sources = EXPECTED.map(([file]) => readFileSync(path.join(FIXTURES, `${file}.eml`)))
    const bytes = fc.uint8Array({ maxLength: 20 })
    const cuts = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 200 }), bytes), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: sources.length - 1 }), cuts, async (index, list) => {
        let source = sources[index]!
        for (const [at, length, put] of list) {
          const start = at % (source.length + 1)
          source = Buffer.concat([source.subarray(0, start), put, source.subarray(start + length)])
        }
        const found = await classifyInbound(source)
        await listAttachments(source)
        expect(found.kind).toMatch(/^(bounce|complaint|auto_reply|reply|other)$/)
        expect(found.hard === null || found.kind === 'bounce').toBe(true)
      }),
      { numRuns: caseCount(500), seed: 20_261_121 },
    )
  })

  it('keeps the newest references', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `<${i}@b.example>`)
    const { originalMessageIds } = splitIds(ids)
    expect(originalMessageIds.at(-1)).toBe('<9999@b.example>')
  })

  it.each([
    ['plain', `${HEAD}\nYes\0.`],
    [
      'encoded',
      `${HEAD.replace('Re: hi', '=?utf-8?B?UmU6AGhp?=')}Content-Transfer-Encoding: base64\n\nWWVzAC4=`,
    ],
    ['HTML', `${HEAD}Content-Type: text/html\n\nYes&#0;.`],
    [
      'in a report',
      report('\nFinal-Recipient: rfc822; b\0o@firma.example\nDiagnostic-Code: smtp; 550 \0 no'),
    ],
  ])('gives no NUL away: %s', async (_, source) => {
    const found = await classifyInbound(Buffer.from(source, 'latin1'))
    expect(JSON.stringify(found)).not.toContain('\\u0000')
    expect(['reply', 'bounce']).toContain(found.kind)
    const own = await classifyInbound(Buffer.from(source, 'latin1'), new Date(), true)
    expect(JSON.stringify(own)).not.toContain('\\u0000')
  })

  it('has no half characters, which PostgreSQL refuses in JSON', async () => {
    const name = `=?utf-16be?B?${Buffer.from('d83d0041', 'hex').toString('base64')}?=`
    const source = `From: ${name} <bo@firma.example>\nTo: ${name} <ann@sender.example>\nContent-Type: text/html\n\n&#xd83d;`
    const found = await classifyInbound(Buffer.from(`${source}${'😀'.repeat(60_000)}`))
    expect(JSON.stringify(found)).not.toMatch(/\\ud[89a-f]/)
    expect(found.to).toMatchObject([{ address: 'ann@sender.example' }])
  })

  it('reads only the first megabyte', async () => {
    const behind = `${' '.repeat(MAX_INBOUND_BYTES)}\nAuto-Submitted: auto-replied`
    expect(await classifyInbound(Buffer.from(`${HEAD}X-A:${behind}\n\nhi`))).toMatchObject({ kind: 'reply' })
  })
})

function splitIds(ids: string[]): { originalMessageIds: string[] } {
  const message = splitParts(`${HEAD}References: ${ids.join(' ')}\n\nhi`)
  return { originalMessageIds: headerOf(message, 'references').match(/<[^<>]+>/g) ?? [] }
}

describe('npm run inbound', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inbound-'))
  const files = Object.keys(HOSTILE).map((_, index) => path.join(folder, `${index}.eml`))
  beforeAll(() => {
    for (const [index, source] of Object.values(HOSTILE).entries())
      writeFileSync(files[index]!, source, 'latin1')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('prints a line for every hostile message', async () => {
    const { code, lines, errors } = await runInbound(files)
    expect([code, errors]).toEqual([0, ''])
    expect(lines.map((line) => JSON.parse(line).file)).toEqual(files)
  })

  it('accepts a standard input beyond its limit', async () => {
    const { code, lines } = await runInbound(['-'], `${HEAD}\n${'hello\n'.repeat(1_000_000)}`)
    expect([code, lines.length]).toEqual([0, 1])
    expect(JSON.parse(lines[0]!)).toMatchObject({ file: '-', kind: 'reply' })
  })
})
