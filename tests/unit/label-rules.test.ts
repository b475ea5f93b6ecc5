import { describe, expect, test } from 'vitest'
import { proposeLabel, saysAway } from '~/models/inbox/propose'
import { NO_LABEL, REPLIES } from './support/reply-sentences'

const AT = new Date('2026-11-25T10:00:00Z')

describe.each(Object.entries(REPLIES))('in %s', (_, rows) => {
  test.each(rows)('%s', (text, label, names = null) => {
    const isAddress = names?.includes('@')
    expect(proposeLabel(text, AT)).toEqual({
      label,
      date: isAddress ? null : names,
      email: isAddress ? names : null,
    })
  })
})

describe('no label', () => {
  test.each(NO_LABEL)('%s', (text) => {
    expect(proposeLabel(text, AT)).toEqual({ label: null, date: null, email: null })
  })
})

test('the table has at least 150 replies and 60 counterexamples', () => {
  expect(Object.values(REPLIES).flat().length).toBeGreaterThanOrEqual(150)
  expect(NO_LABEL.length).toBeGreaterThanOrEqual(60)
})

describe('the date', () => {
  const dateOf = (text: string, at = AT) => proposeLabel(text, at).date
  test.each([
    ['Try again in March 2027', '2027-03-01'],
    ['Try again in mid-January', '2027-01-15'],
    ['Try again at the end of February', '2027-02-25'],
    ['Try again after March', '2027-04-01'],
    ['Try again on 2027-02-03', '2027-02-03'],
    ['Try again on the 3rd of February', '2027-02-03'],
    ['Melden Sie sich am 3.2. wieder', '2027-02-03'],
    ['Try again next month', '2026-12-01'],
    ['Try again next quarter', '2027-01-01'],
    ['Try again in six months', '2027-05-25'],
    ['Recontactez-moi dans deux semaines', '2026-12-09'],
    ['Vuelva a escribirme en el segundo trimestre', '2027-04-01'],
    ['Proszę o kontakt za miesiąc', '2026-12-25'],
    // In the past, no day at all, or no single one.
    ['Try again in March 2026', null],
    ['Try again on February 30', null],
    ['Try again in a few months', null],
    ['Try again in March or in April', null],
    ['Try again in March 2044', null],
  ])('%s', (text, date) => {
    expect(proposeLabel(text, AT)).toEqual({ label: 'Not now', date, email: null })
  })

  test('does not pass a month that is short, or that is running', () => {
    expect(dateOf('Try again in one month', new Date('2027-01-31T10:00:00Z'))).toBe('2027-02-28')
    expect(dateOf('Try again in March', new Date('2027-03-10T10:00:00Z'))).toBeNull()
    expect(dateOf('Try again at the end of March', new Date('2027-03-10T10:00:00Z'))).toBe('2027-03-25')
  })
})

test('names an address that is not the sender’s', () => {
  const emailOf = (text: string) => proposeLabel(text, AT, 'Ann@Acme.example').email
  expect(emailOf('I am not the right person. Ann, ann@acme.example')).toBeNull()
  expect(emailOf('I am not the right person.\nPlease write to BOB@acme.example.\nann@acme.example')).toBe(
    'bob@acme.example',
  )
})

test.each([
  ['one long word', 'a'.repeat(200_000)],
  ['many words', 'not interested in a '.repeat(20_000)],
  ['many dots', '. '.repeat(100_000)],
  ['many numbers', '1 '.repeat(100_000)],
  ['many marks', `${'\u0315'.repeat(50_000)}\u0316`],
  ['many at signs', 'a@'.repeat(100_000)],
  ['many lines', 'please contact my\n'.repeat(20_000)],
])('reads %s quickly', (_, text) => {
  const before = process.cpuUsage()
  proposeLabel(text, AT)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(500)
})

test.each([
  ['Automatische Antwort: Sommerurlaub', ''],
  ['Afwezigheidsmelding', ''],
  ['Re: Hello', 'Ik ben met kerstvakantie.'],
  ['Out of Office', ''],
  ['Re: Hello', 'Jestem na urlopie do 3 maja.'],
])('%s: %s says that its sender is away', (subject, text) => {
  expect(saysAway(subject, text)).toBe(true)
})

test('a confirmation says nothing about an absence', () => {
  expect(saysAway('Ticket 7', 'We received your message and will get back to you.')).toBe(false)
})
