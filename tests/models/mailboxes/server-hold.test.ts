import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailLogs, emailSends, inboundMessages, sequenceContacts } from '#drizzle/schema'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { getMailbox } from '~/models/mailboxes/mailbox.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { claimSends, nextSlotAt } from '~/models/outbox/claim.server'
import { nextDueAt } from '~/models/outbox/due-times.server'
import { startSends } from '~/models/outbox/start.server'
import type { SendResult } from '~/providers/mail/types'
import {
  ACCEPTED,
  addSmtp,
  change,
  claimDue,
  recordResult,
  runSequence,
  scan,
  sendOf,
  startDue,
} from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
let sequenceId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
beforeEach(async () => {
  box = await addSmtp(db, userId, NOW)
  sequenceId = await runSequence(outreach, box, 6)
})
afterAll(() => outreach?.drop())

/** The first emails of a new sequence are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const after = (ms: number) => new Date(DUE.getTime() + ms)

const SAID = '550 5.7.0 Your account has exceeded 100 messages per hour'
const TOO_MANY: SendResult = { ok: false, why: 'sender', detail: SAID, code: '550 5.7.0' }

/** Starts what is due in this mailbox: others have emails too. */
async function startOwn(at: Date): Promise<string[]> {
  const started = await startDue(db, at)
  const own = await db
    .select({ id: emailSends.id })
    .from(emailSends)
    .where(and(inArray(emailSends.id, started), eq(emailSends.senderAccountId, box)))
    .orderBy(emailSends.id)
  return own.map(({ id }) => id)
}
const notices = async () =>
  (await listNotifications(db, userId, { limit: 100 })).rows
    .filter(({ metadata }) => metadata.mailboxId === box)
    .map(({ title }) => title)
    .reverse()
const people = () => db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId))
const sentCount = () =>
  db.$count(emailSends, and(eq(emailSends.senderAccountId, box), eq(emailSends.state, 'sent')))

test('a refusal because of the sender keeps every contact, and all emails leave later, once', async () => {
  const started = await startOwn(DUE)
  expect(started).toHaveLength(6)
  await recordResult(db, started.slice(0, 2), ACCEPTED, DUE)
  await recordResult(db, started.slice(2), TOO_MANY, DUE)
  expect(await getMailbox(db, userId, box)).toMatchObject({
    status: 'connected',
    heldUntil: after(HOUR),
    heldDetail: SAID,
  })
  expect((await people()).filter(({ status }) => status === 'active')).toHaveLength(6)
  // Nothing leaves before the next try.
  expect(await startOwn(after(HOUR - 60_000))).toEqual([])
  expect(await nextDueAt(db, DUE, after(HOUR))).toEqual(after(HOUR))
  expect(await notices()).toEqual(['Mailbox waits for its server'])
  // One email shows whether the server takes any; the refused ones come after those that have waited longer.
  const later = after(HOUR + MINUTE)
  const probe = await startOwn(later)
  expect(probe).toHaveLength(1)
  expect(await startOwn(later)).toEqual([])
  await recordResult(db, probe, ACCEPTED, later)
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: null, heldDetail: null })
  const again = await startOwn(later)
  expect(again).toHaveLength(3)
  await recordResult(db, again, ACCEPTED, later)
  expect(await sentCount()).toBe(6)
  expect(await notices()).toEqual(['Mailbox sends again'])
})

test('each try that fails doubles the wait, up to a day, and says nothing new', async () => {
  let at = DUE
  const waits: number[] = []
  while (waits.length < 7) {
    const started = await startOwn(at)
    if (started.length > 0) {
      await recordResult(db, started, TOO_MANY, at)
      const { heldUntil } = await getMailbox(db, userId, box)
      waits.push((heldUntil!.getTime() - at.getTime()) / HOUR)
    }
    // The next try may fall on a night or a weekend.
    at = (await nextDueAt(db, at, after(30 * 24 * HOUR)))!
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24])
  expect(await notices()).toEqual(['Mailbox waits for its server'])
})

test('waits until the end of the day for a daily limit, and then an hour', async () => {
  const [first] = await startOwn(DUE)
  const daily: SendResult = { ...TOO_MANY, period: 'day' }
  await recordResult(db, [first!], daily, DUE)
  const midnight = new Date('2026-03-04T00:00:00Z')
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: midnight })
  const [notice] = (await listNotifications(db, userId, { limit: 1 })).rows
  expect(notice).toMatchObject({ type: 'quota_exceeded', title: 'Quota exceeded' })
  expect(notice!.message).toContain(SAID)
  expect(notice!.message).toContain('Mar 4, 2026 00:00')
  const [probe] = await startOwn(new Date('2026-03-04T08:00:00Z'))
  await recordResult(db, [probe!], daily, new Date('2026-03-04T08:00:00Z'))
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: new Date('2026-03-04T09:00:00Z') })
})

test('waits until the time that the server names', async () => {
  const started = await startOwn(DUE)
  await recordResult(db, started, { ...TOO_MANY, retryAt: after(600_000) }, DUE)
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: after(600_000) })
})

test('an email that was in flight when the server refused another does not end the hold', async () => {
  const [first, ...others] = await startOwn(DUE)
  await recordResult(db, [first!], TOO_MANY, DUE)
  await recordResult(db, others, ACCEPTED, after(1000))
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: after(HOUR) })
})

test('emails that are claimed already do not start once the mailbox is held', async () => {
  const started = await startOwn(DUE)
  await runSequence(outreach, box, 3)
  await scan(db, DUE)
  const claimed = await claimDue(db, DUE)
  await recordResult(db, started, TOO_MANY, DUE)
  const prepared = claimed.map((sendId) => ({
    sendId,
    mail: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
    messageId: `<${sendId}@sender.example>`,
    threadId: null,
  }))
  expect(prepared).toHaveLength(3)
  expect(await startSends(db, prepared, 'a worker', DUE)).toEqual(new Set())
})

test('while one email is tried, no other worker tries a second one', async () => {
  await recordResult(db, await startOwn(DUE), TOO_MANY, DUE)
  const later = after(HOUR + MINUTE)
  await scan(db, later)
  // A worker that hung and lost the mailbox to another one may still hold an email.
  const [first, ...others] = await claimSends(db, box, 'a worker', later)
  expect(others).toEqual([])
  expect(await claimSends(db, box, 'another worker', later)).toEqual([])
  const rendered = { mail: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }, threadId: null }
  const messageId = `<${first!.id}@sender.example>`
  await startSends(db, [{ ...rendered, sendId: first!.id, messageId }], 'a worker', later)
  expect(await claimSends(db, box, 'another worker', later)).toEqual([])
  // Nor does it ask again and again.
  expect(await nextSlotAt(db, box, later)).toBeNull()
  await recordResult(db, [first!.id], ACCEPTED, later)
  expect(await nextSlotAt(db, box, later)).not.toBeNull()
})

/** Permanent refusals without a class, or by a policy. The words differ only in what belongs to one email. */
const refusedAs = (n: number): SendResult => ({
  ok: false,
  why: 'refused',
  hard: false,
  isUnexplained: true,
  code: '554 5.0.0',
  detail: `554 5.0.0 <person${n}@people${n}.example>: Transaction not allowed (id 4Xy${n}Z12)`,
})
const policy = (n: number): SendResult => ({
  ok: false,
  why: 'policy',
  code: '554 5.7.1',
  detail: `554 5.7.1 [${n}] Message rejected under suspicion of SPAM; https://spam.example/${n}`,
})

/** Gives the contacts of these sends addresses at different companies. */
async function spread(sendIds: string[]) {
  for (const [n, id] of sendIds.entries())
    await db
      .update(emailSends)
      .set({ recipientEmail: `a@company${n}.example` })
      .where(eq(emailSends.id, id))
}
const enrollmentOf = async (sendId: string) => {
  const { sequenceContactId } = await sendOf(db, sendId)
  return (await db.select().from(sequenceContacts).where(eq(sequenceContacts.id, sequenceContactId!)))[0]!
}

test.each([
  ['without a class', refusedAs, { status: 'active', holdReason: 'address_unreachable' }],
  ['because of a policy', policy, { status: 'stopped', endReason: 'send_failed' }],
] as const)(
  'two refusals in a row %s, with the same words, to different domains, hold the mailbox and keep both contacts',
  async (_, refusal, alone) => {
    const [first, second, ...others] = (await startOwn(DUE)) as [string, string, ...string[]]
    await spread([first, second])
    await recordResult(db, others, ACCEPTED, DUE)
    await recordResult(db, [first], refusal(1), after(1000))
    expect(await enrollmentOf(first)).toMatchObject(alone)
    expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: null })
    await recordResult(db, [second], refusal(2), after(2000))
    expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: after(HOUR + 2000) })
    for (const id of [first, second]) {
      expect(await enrollmentOf(id)).toMatchObject({ status: 'active', holdReason: 'retry', endReason: null })
      expect(await db.$count(emailLogs, eq(emailLogs.emailSendId, id))).toBe(0)
    }
    const later = after(HOUR + 2 * MINUTE)
    const probe = await startOwn(later)
    expect(probe).toHaveLength(1)
    await recordResult(db, probe, ACCEPTED, later)
    await recordResult(db, await startOwn(later), ACCEPTED, later)
    expect(await sentCount()).toBe(6)
  },
)

test.each([
  ['ignore', 'active'],
  ['hold', 'stopped'],
] as const)(
  'a reply elsewhere before a refusal is taken back counts unless ignored: %s',
  async (otherReplies, status) => {
    await saveContactSettings(db, userId, { otherReplies } as never)
    const [first, second] = (await startOwn(DUE)) as [string, string]
    await spread([first, second])
    await recordResult(db, [first], policy(1), DUE)
    const { contactId } = await sendOf(db, first)
    const reply = { userId, contactId, providerId: crypto.randomUUID(), kind: 'reply' as const }
    await db.insert(inboundMessages).values({ ...reply, receivedAt: after(1000) })
    await recordResult(db, [second], policy(2), after(2000))
    expect(await enrollmentOf(first)).toMatchObject({ status })
    expect(await enrollmentOf(second)).toMatchObject({ status: 'active' })
  },
)

test('what the server says once it refuses everything keeps the contacts, until it takes an email', async () => {
  const started = await startOwn(DUE)
  await spread(started)
  for (const [n, id] of started.slice(0, 2).entries()) await recordResult(db, [id], refusedAs(n), DUE)
  const later = after(HOUR + 2 * MINUTE)
  // The others were in flight when the hold began.
  for (const [n, id] of started.slice(2).entries())
    await recordResult(db, [id], refusedAs(n + 2), after(1000))
  const [probe] = (await startOwn(later)) as [string]
  await recordResult(db, [probe], refusedAs(9), later)
  expect((await people()).map(({ status, holdReason }) => [status, holdReason])).not.toContainEqual([
    'active',
    'address_unreachable',
  ])
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: new Date(later.getTime() + 2 * HOUR) })
})

test.each([
  ['the domain is the same', [refusedAs(1), refusedAs(2)], 0, false],
  ['more than ten minutes lie between them', [refusedAs(1), refusedAs(2)], 11 * MINUTE, true],
  ['the words differ', [refusedAs(1), policy(2)], 0, true],
  [
    'they are about the address',
    [1, 2].map(() => ({
      ok: false,
      why: 'refused',
      hard: true,
      code: '550 5.1.1',
      detail: '550 5.1.1 User unknown here',
    })),
    0,
    true,
  ],
] as [string, [SendResult, SendResult], number, boolean][])(
  'two refusals in a row do not hold the mailbox if %s',
  async (_, refusals, apart, differ) => {
    const [first, second] = (await startOwn(DUE)) as [string, string]
    if (differ) await spread([first, second])
    await recordResult(db, [first], refusals[0], DUE)
    await db
      .update(emailSends)
      .set({ startedAt: after(-apart) })
      .where(eq(emailSends.id, first))
    await recordResult(db, [second], refusals[1], after(1000))
    expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: null })
  },
)

test('an email that is accepted in between shows that the server takes emails', async () => {
  const [first, between, second] = (await startOwn(DUE)) as [string, string, string]
  await spread([first, between, second])
  await recordResult(db, [first], policy(1), DUE)
  await db
    .update(emailSends)
    .set({ startedAt: after(1000) })
    .where(eq(emailSends.id, between))
  await recordResult(db, [between], ACCEPTED, after(1000))
  await recordResult(db, [second], policy(2), after(2000))
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: null })
})

test('a login that works ends the hold', async () => {
  await recordResult(db, await startOwn(DUE), TOO_MANY, DUE)
  await change(db, userId, box, { status: 'connected' }, after(1000))
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: null })
  expect(await notices()).toEqual(['Mailbox sends again'])
})
