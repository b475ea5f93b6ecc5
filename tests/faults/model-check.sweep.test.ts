import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts, emailSends, mailAccounts, personas, sequenceContacts, sequences } from '#drizzle/schema'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { getAnalytics } from '~/models/reports/report.server'
import { deleteSequence, updateSequence } from '~/models/sequences/sequence.server'
import { runSeed, seeded, sized } from '../load/random'
import { addSmtp } from '../support/mailing'
import { type Outreach, openOutreach, secrets } from '../support/outreach'
import { dueAt, type ModelEnrollment } from './support/model'
import { calls } from './support/model-calls'
import { Run, START } from './support/model-run'

/** Quality goals, R19: random calls, each compared with a model in memory that knows nothing of the program. */

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const RUNS = sized(4, 10_000)
const CALLS = 40

/** The state at the start of each run. */
const OPENING = [
  ...['addStep', 'addStep', 'addStep', 'newContact', 'newContact', 'newContact', 'newContact', 'newContact'],
  ...['link', 'link', 'limit', 'activate', 'activate'],
]

/** The model's view of an enrollment, in the stored form. */
const told = (one: ModelEnrollment, running: boolean) => {
  const { email, status, full, next, sent, paused } = one
  return {
    email,
    status,
    full: full && status === 'active',
    next:
      running && next && !paused
        ? `${next.kind} ${next.step.id} ${new Date(dueAt(one)).toISOString()}`
        : null,
    sent: sent.map((step) => step.id),
  }
}

async function compare(run: Run): Promise<void> {
  const context = `${run.log.join('\n')}\nat ${run.now.toISOString()}`
  for (const [id, sequence] of run.model.sequences) {
    const [row] = await db.select().from(sequences).where(eq(sequences.id, id))
    expect([row!.status, row!.totalContacts], context).toEqual([
      sequence.status,
      [...sequence.enrollments.values()].filter((one) => !one.full).length,
    ])
    const running = sequence.status === 'running'
    const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
    const mails = await db
      .select()
      .from(emailSends)
      .where(and(eq(emailSends.sequenceId, id), eq(emailSends.state, 'sent')))
      .orderBy(emailSends.sentAt)
    const byHash = new Map(rows.map((one) => [one.addressHash, one]))
    const expected = [...sequence.enrollments.values()].map((one) => told(one, running))
    const found = [...sequence.enrollments.keys()].map((email) => {
      const one = byHash.get(secrets.addressHash(userId, email))
      const planned = one?.status === 'active' && running && one.nextActionAt && one.nextAction
      return {
        email,
        status: one?.status,
        full: one?.status === 'active' && one.holdReason === 'sequence_full',
        next: planned ? `${one.nextAction} ${one.currentStepId} ${one.nextActionAt!.toISOString()}` : null,
        sent: mails.filter((mail) => mail.recipientEmail === email).map((mail) => mail.stepId),
      }
    })
    expect(found, context).toEqual(expected)
    expect(rows.length, context).toBe(sequence.enrollments.size)
    const { totalEmailsSent, totalReplied, totalOpened } = await getAnalytics(db, userId, id)
    const all = [...sequence.enrollments.values()]
    expect([totalEmailsSent, totalReplied], context).toEqual([
      all.reduce((sum, one) => sum + one.sent.length, 0),
      all.filter((one) => one.replied).length,
    ])
    expect(totalOpened, context).toBe(all.reduce((sum, one) => sum + one.opened.size, 0))
  }
  const people = await db
    .select()
    .from(contacts)
    .where(sql`${contacts.email} like ${`${run.name}-%`}`)
  const flagsOf = (one: (typeof people)[number]) =>
    (['unsubscribed', 'suppressed', 'hardBounced'] as const).filter((flag) => one[flag])
  expect(people.map((one) => [one.email, flagsOf(one), one.notOpenedStreak]).sort(), context).toEqual(
    [...run.model.contacts]
      .map(([email, { flags, streak }]) => [
        email,
        (['unsubscribed', 'suppressed', 'hardBounced'] as const).filter((flag) => flags.has(flag)),
        streak,
      ])
      .sort(),
  )
}

test(`${RUNS} runs of random calls agree with the model`, async () => {
  const random = seeded(runSeed('model-check'))
  const seen = { enrolled: 0, waiting: 0, mails: 0, opened: 0, replied: 0, stopped: 0, completed: 0 }
  for (let n = 0; n < RUNS; n++) {
    // Its own mailbox: one with too many bounces is paused.
    const mailboxId = await addSmtp(db, userId, new Date(START))
    const run = new Run(outreach, mailboxId, random, `run${n}`)
    const { otherReplies } = run.model
    await saveContactSettings(db, userId, { maxContinuousNotOpens: 3, otherReplies })
    for (let i = 0; i < 2; i++) run.model.lists.add((await outreach.makeList()).id)
    for (const minute of [0, 7]) {
      const { id } = await outreach.makeSequence({ timezone: 'UTC' })
      await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, run.now)
      run.model.addSequence(id, minute, null)
    }
    for (let i = 0; i < CALLS; i++) {
      // Calls have distinct times, because the order of list members depends on them.
      run.model.now += 1_000
      const name = i < OPENING.length ? OPENING[i]! : run.of(Object.keys(calls))!
      const call = await calls[name]!(run)
      if (call) {
        run.log.push(`${run.now.toISOString()} ${call.says}`)
        const result = await call.work.then(
          () => null,
          (error: { code?: string }) => error.code ?? error,
        )
        expect(result, run.log.join('\n')).toBe(call.expected ?? null)
      }
      const hours = i < OPENING.length || run.random() < 0.5 ? 0 : 1 + run.below(60)
      run.log.push(`+ ${hours} h`)
      await run.advance(hours)
      await compare(run)
    }
    for (const one of [...run.model.sequences.values()].flatMap(({ enrollments }) => [
      ...enrollments.values(),
    ])) {
      seen.enrolled += 1
      seen.waiting += Number(one.full)
      seen.mails += one.sent.length
      seen.opened += one.opened.size
      seen.replied += Number(one.replied)
      if (one.status !== 'active') seen[one.status] += 1
    }
    for (const id of run.model.sequences.keys()) await deleteSequence(db, userId, id)
    // An account may have only so many.
    await db.delete(personas).where(inArray(personas.id, [...run.model.lists]))
    await db.delete(mailAccounts).where(eq(mailAccounts.id, mailboxId))
  }
  process.stdout.write(`model-check: ${JSON.stringify(seen)}\n`)
  // A few runs need not see everything.
  const { enrolled, mails } = seen
  expect(Math.min(...sized([enrolled, mails], Object.values(seen)))).toBeGreaterThan(0)
})
