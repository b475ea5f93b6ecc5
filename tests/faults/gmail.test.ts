import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sized } from '../load/random'
import { inSweep } from '../support/in-sweep'
import { type Fault, openGmail } from './support/gmail'

/** Quality goals, R6: Gmail's refusals, and their effect on the email and on others. */

let gmail: Awaited<ReturnType<typeof openGmail>>
beforeAll(async () => {
  gmail = await openGmail()
})
afterAll(() => gmail?.close())

const PEOPLE = sized(4, 50)
const MINUTE = 60_000
let account = 0

/** Two mailboxes of one user: one with failing calls, one beside it. Both start a sequence for tomorrow at 9:00. */
async function openPair() {
  const userId = await gmail.makeUser()
  const name = `box${++account}`
  const emails = [`${name}-a@sender.example`, `${name}-b@sender.example`] as const
  const boxes = [await gmail.connect(userId, emails[0]), await gmail.connect(userId, emails[1])] as const
  const peopleOf = (of: string) =>
    Array.from({ length: PEOPLE }, (_, i) => `${name}-${of}-${i}@people.example`)
  const people = [peopleOf('a'), peopleOf('b')] as const
  for (const i of [0, 1] as const) await gmail.start({ userId, mailboxIds: [boxes[i]], people: people[i] })
  const due = new Date(
    Math.ceil((await gmail.clock.now()).getTime() / 86_400_000) * 86_400_000 + 9 * 3_600_000,
  )
  return { userId, emails, boxes, people, due }
}

const plus = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE)
const attemptsOf = (email: string) => gmail.attempts.filter((attempt) => attempt.email === email)
const statesOf = async (mailboxId: string) => {
  const rows = await gmail.sql<
    { state: string }[]
  >`select state from email_sends where sender_account_id = ${mailboxId}`
  return rows.map((row) => row.state)
}
async function eachOnce(people: readonly string[]) {
  for (const to of people) expect([to, await gmail.received(to)]).toEqual([to, 1])
}

describe('failures of one Gmail account beside a working one', () => {
  const RATE: [string, (retryAt: Date) => Fault][] = [
    [
      '429',
      (at) => ({
        status: 429,
        reason: 'rateLimitExceeded',
        message: `User-rate limit exceeded.  Retry after ${at.toISOString()}`,
      }),
    ],
    [
      '403 rateLimitExceeded',
      (at) => ({
        status: 403,
        reason: 'rateLimitExceeded',
        message: `Rate Limit Exceeded.  Retry after ${at.toISOString()}`,
      }),
    ],
    [
      '403 dailyLimitExceeded',
      (at) => ({
        status: 403,
        reason: 'dailyLimitExceeded',
        message: `Daily Limit Exceeded.  Retry after ${at.toISOString()}`,
      }),
    ],
  ]
  test.each(RATE)('%s: waits until the time Google named, then sends once', async (_, fault) => {
    const { emails, boxes, people, due } = await openPair()
    const again = plus(due, 25)
    gmail.fail(emails[0], ...Array.from({ length: PEOPLE }, () => fault(again)))
    await gmail.playTo(plus(due, 1))
    await eachOnce(people[1])
    expect(attemptsOf(emails[0]).every(({ met }) => met)).toBe(true)
    // Of many emails, the others were not tried any more. From the named time on, Google accepts again.
    gmail.fail(emails[0])
    await gmail.playTo(plus(due, 40))
    const later = attemptsOf(emails[0]).filter(({ met }) => !met)
    expect(later).toHaveLength(PEOPLE)
    for (const { at } of later) expect(at.getTime()).toBeGreaterThanOrEqual(again.getTime())
    await eachOnce(people[0])
    expect(new Set(await statesOf(boxes[0]))).toEqual(new Set(['sent']))
    expect(await gmail.stuck()).toBe(0)
  })

  inSweep('429 without a time: backs off and fails after five attempts', async () => {
    const { emails, boxes, people, due } = await openPair()
    const no: Fault = { status: 429, reason: 'rateLimitExceeded' }
    gmail.fail(emails[0], ...Array.from({ length: PEOPLE * 5 }, () => no))
    await gmail.playTo(plus(due, 24 * 60))
    await eachOnce(people[1])
    const byTry = attemptsOf(emails[0]).map(({ at }) => at.getTime() - due.getTime())
    expect(byTry).toHaveLength(PEOPLE * 5)
    for (const [i, least] of [0, 1, 6, 36].entries()) {
      const these = byTry.slice(PEOPLE * i, PEOPLE * (i + 1)).map((ms) => ms / MINUTE)
      expect(Math.min(...these)).toBeGreaterThanOrEqual(least)
      // Each retry is due at the end of its minute.
      expect(Math.max(...these)).toBeLessThanOrEqual(least * 1.25 + i + 0.1)
    }
    // Two hours later is more than an hour past its slot: it moves to its next valid time.
    expect(new Set(byTry.slice(PEOPLE * 4))).toEqual(new Set([24 * 60 * MINUTE]))
    expect(new Set(await statesOf(boxes[0]))).toEqual(new Set(['failed']))
    for (const to of people[0]) expect(await gmail.received(to)).toBe(0)
  })

  test.each([
    ['500', { status: 500, reason: 'backendError' }],
    ['503', { status: 503, reason: 'backendError' }],
    ['a call without an answer', 'hang'],
  ] as [string, Fault][])(
    '%s: searches Sent twice, then becomes uncertain, and is never resent',
    async (_, fault) => {
      const { emails, boxes, people, due } = await openPair()
      gmail.fail(emails[0], ...Array.from({ length: PEOPLE }, () => fault))
      await gmail.playTo(plus(due, 5))
      expect(new Set(await statesOf(boxes[0]))).toEqual(new Set(['sending']))
      await gmail.playTo(plus(due, 24 * 60))
      await eachOnce(people[1])
      expect(attemptsOf(emails[0])).toHaveLength(PEOPLE)
      expect(new Set(await statesOf(boxes[0]))).toEqual(new Set(['uncertain']))
      for (const to of people[0]) expect(await gmail.received(to)).toBe(0)
      expect(await gmail.stuck()).toBe(0)
    },
  )

  inSweep('401 with a valid grant: refreshes the token and sends at once', async () => {
    const { emails, people, due } = await openPair()
    gmail.fail(emails[0], { status: 401, reason: 'authError' })
    await gmail.playTo(plus(due, 1))
    await eachOnce([...people[0], ...people[1]])
    expect(attemptsOf(emails[0]).filter(({ met }) => !met)).toHaveLength(PEOPLE)
  })

  test('a revoked grant: pauses the account until it reconnects, and keeps its enrollments', async () => {
    const { userId, emails, boxes, people, due } = await openPair()
    await gmail.revoke(emails[0])
    await gmail.playTo(plus(due, 10))
    await eachOnce(people[1])
    const [box] = await gmail.sql`select status from mail_accounts where id = ${boxes[0]}`
    expect(box).toEqual({ status: 'token_expired' })
    const notices =
      await gmail.sql`select title from notifications where user_id = ${userId} and type = 'system'`
    expect(notices).toHaveLength(1)
    const waiting = await gmail.sql`
      select distinct status, next_action, hold_reason, visits from sequence_contacts where mailbox_id = ${boxes[0]}`
    expect(waiting).toMatchObject([{ status: 'active', hold_reason: 'mailbox_not_connected' }])
    expect(await gmail.connect(userId, emails[0])).toBe(boxes[0])
    await gmail.playTo(plus(due, 26 * 60))
    await eachOnce(people[0])
    expect(await gmail.stuck()).toBe(0)
  })
})
