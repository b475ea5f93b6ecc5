import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { classifyInbound, type Inbound } from '~/providers/mail/inbound/inbound'
import { EXPECTED, type Expected } from '../fixtures/inbound/expected'
import { runInbound } from './support/inbound-cli'

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/inbound')

interface Result {
  file: string
  kind: Inbound['kind']
  hard: boolean | null
  recipients: string[]
  status: string | null
  reason: string
}

const pathOf = (file: string) => path.join(FOLDER, `${file}.eml`)

/** The result that the table expects; its piece of the reason is replaced by the whole one that holds it. */
function expectedResult([file, hard, recipients, status, reason]: Expected, given: Result | Inbound): Result {
  expect(given.reason).toContain(reason ?? '')
  return {
    file: pathOf(file),
    kind: file.split('/')[0]!.replace('-', '_') as Inbound['kind'],
    hard: hard ?? null,
    recipients: recipients ? recipients.split(' ') : [],
    status: status ?? null,
    reason: given.reason,
  }
}

describe('the classifier', () => {
  it.each(EXPECTED)('reads %s', async (...row) => {
    const found = await classifyInbound(readFileSync(pathOf(row[0])))
    const { kind, hard, recipients, status, reason } = found
    const result = { file: pathOf(row[0]), kind, hard, recipients, status, reason }
    expect(result).toEqual(expectedResult(row, found))
  })

  it('has one expectation per fixture', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.eml'))
      .map((file) => file.replaceAll(path.sep, '/').slice(0, -'.eml'.length))
    expect(files.toSorted()).toEqual(EXPECTED.map(([file]) => file).toSorted())
    expect(files.length).toBeGreaterThanOrEqual(100)
  })
})

describe('the person’s own text', () => {
  const people = EXPECTED.filter(([file]) => file.startsWith('reply/'))
  const STOPS = ['reply/stop-alone', 'reply/unsubscribe-line']

  it.each(people)('is separated from quotes: %s', async (file) => {
    const { text, stop } = await classifyInbound(readFileSync(pathOf(file)))
    expect([file, stop]).toEqual([file, STOPS.includes(file)])
    if (!stop)
      expect(text).not.toMatch(/unsubscribe|abmelden|désinscription|no spam, promised|automated reply\./i)
  })
})

describe('npm run inbound', () => {
  it('prints one line per message in argument order', async () => {
    const { code, lines, errors } = await runInbound(EXPECTED.map(([file]) => pathOf(file)))
    expect([code, errors]).toEqual([0, ''])
    const results = lines.map((line): Result => JSON.parse(line))
    const reports = results.map(({ file, kind, hard, recipients, status, reason }) => ({
      ...{ file, kind, hard, recipients, status, reason },
    }))
    expect(reports).toEqual(EXPECTED.map((row, index) => expectedResult(row, results[index]!)))
  })

  it('reads one message from standard input', async () => {
    const message = 'From: Bo <bo@firma.example>\n\nYes.'
    expect(await runInbound(['-'], message)).toEqual({
      code: 0,
      errors: '',
      lines: [
        '{"file":"-","kind":"reply","hard":null,"recipients":[],"status":null,"reason":"","optOut":false,"returnsOn":null,"text":"Yes."}',
      ],
    })
  })

  it('names unreadable files and reads the rest', async () => {
    const present = pathOf('reply/no-quote')
    const { code, lines, errors } = await runInbound(['/nowhere/at-all.eml', present, FOLDER])
    expect(code).toBe(1)
    expect(lines.map((line) => JSON.parse(line).file)).toEqual([present])
    expect(errors).toMatch(/^\/nowhere\/at-all\.eml: .*ENOENT.*\n.*EISDIR/)
  })

  it('prints its usage without arguments', async () => {
    expect(await runInbound([])).toMatchObject({
      code: 1,
      lines: [],
      errors: expect.stringContaining('Usage'),
    })
  })
})
