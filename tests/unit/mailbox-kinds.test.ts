import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MAIL_PROVIDERS } from '#drizzle/schema/enums'
import { filesBelow, ROOT } from '../support/imports'

const TABLE = 'app/models/shared/mailboxes/kinds.ts'

const anyOf = (names: readonly string[]) => `['"](?:${names.join('|')})['"]`

/** A comparison of a provider with the name of a kind: in TypeScript, with drizzle, in SQL. */
const COMPARISONS = [
  new RegExp(`provider\\b[\\s)}\\]]*(?:[!=]==?| = |<>|,| (?:not )?in \\()\\s*${anyOf(MAIL_PROVIDERS)}`, 'i'),
  new RegExp(`${anyOf(MAIL_PROVIDERS)}\\s*[!=]==?\\s*[\\w.]*provider\\b`, 'i'),
  // Under any name; SMTP is also a protocol, which the code of servers names.
  new RegExp(`(?:[!=]==?|<>|\\bcase)\\s*${anyOf(MAIL_PROVIDERS.filter((name) => name !== 'smtp'))}`),
]

test.each([
  "box.provider === 'gmail'",
  "row.mailboxProvider !== 'smtp'",
  "'smtp' === box.provider",
  "eq(mailAccounts.provider, 'smtp')",
  "{mailAccounts.provider} = 'gmail'",
  "where m.provider <> 'smtp'",
  "m.provider in ('gmail')",
  "case 'gmail':",
])('finds %s', (text) => {
  expect(COMPARISONS.some((pattern) => pattern.test(text))).toBe(true)
})

test('only the table of kinds knows what a kind of mailbox can do', () => {
  const wrong = filesBelow('app')
    .filter((file) => file !== TABLE && !file.startsWith('app/providers/mail/'))
    .flatMap((file) =>
      readFileSync(path.join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => COMPARISONS.some((pattern) => pattern.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(wrong).toEqual([])
})
