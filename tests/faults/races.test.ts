import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  contacts,
  emailLogs,
  emailSends,
  mailAccounts,
  sequenceContacts,
  suppressions,
} from '#drizzle/schema'
import { type Db, retryConflicts } from '~/db.server'
import { recordOutcomes } from '~/models/outbox/record.server'
import { startSends } from '~/models/outbox/start.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { runSeed, seeded, sized } from '../load/random'
import { addSmtp } from '../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../support/outreach'
import { scanDue } from '../support/sending'
import {
  ACTS,
  type Act,
  claimReady,
  lockAwaited,
  type Ready,
  statesOf,
  type Target,
  WORKER,
} from './support/race'

/**
 * Quality goals, R8: changes of a contact, sequence or mailbox race with a starting send. Each action meets each
 * stage of a send, which starts at the commit of `startSends`.
 */

let outreach: Outreach
let db: Db
let random: () => number
beforeAll(async () => {
  outreach = await openOutreach()
  db = outreach.db
  random = seeded(runSeed('races'))
})
afterAll(() => outreach?.drop())

/** Rounds of each case, and contacts in each. */
const ROUNDS = sized(1, 20)
const PEOPLE = sized(1, 3)
const TUESDAY = new Date('2026-03-03T08:00:00Z')
const hours = (at: Date, n: number) => new Date(at.getTime() + n * 3_600_000)

interface Stage {
  target: Target
  /** The contact that the action affects comes first. */
  ready: Ready[]
  now: Date
}

const pass = (results: Set<string>, mails: Ready[], now: Date) =>
  retryConflicts(() =>
    recordOutcomes(
      db,
      mails
        .filter((mail) => results.has(mail.sendId))
        .map(({ sendId, messageId }) => ({
          sendId,
          messageId,
          result: { ok: true, providerId: sendId, messageId },
        })),
      now,
      secrets,
    ),
  )

/** The next case starts from nothing that is due. */
async function clear(): Promise<void> {
  await db.delete(emailSends).where(inArray(emailSends.state, ['scheduled', 'claimed']))
  await db.delete(sequenceContacts)
  await db.delete(suppressions)
  await db.delete(mailAccounts)
}

/** A sequence whose contacts got the first email and are about to get the second, at 10:00 a day later. */
async function openStage(): Promise<Stage> {
  const { userId } = outreach
  const mailboxId = await addSmtp(db, userId, NOW)
  const { id: sequenceId } = await outreach.makeSequence()
  await outreach.makeStep(sequenceId, { reactionWindowHours: 1 })
  const second = await outreach.makeStep(sequenceId, { sendHour: 10, reactionWindowHours: 1 })
  await updateSequence(db, userId, sequenceId, { mailboxIds: [mailboxId] }, NOW)
  const list = await outreach.makeList()
  const people = await outreach.makeMembers(list.id, PEOPLE)
  // Domains are suppressed one by one.
  for (const id of people)
    await db
      .update(contacts)
      .set({ email: `p@${id}.example` })
      .where(eq(contacts.id, id))
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  await scan(TUESDAY)
  const first = await claimReady(db, TUESDAY)
  await pass(await startSends(db, first, WORKER, TUESDAY), first, TUESDAY)
  await scan(hours(TUESDAY, 1))
  const now = hours(TUESDAY, 25)
  await scan(now)
  const ready = await claimReady(db, now)
  expect(ready).toHaveLength(PEOPLE)
  const [send] = await db.select().from(emailSends).where(eq(emailSends.id, ready[0]!.sendId))
  const target = {
    userId,
    sequenceId,
    mailboxId,
    stepId: second.id,
    sendId: send!.id,
    contactId: send!.contactId!,
    now,
  }
  return { target, ready, now }
}

const scan = (at: Date) => scanDue(db, at, new Date(at.getTime() + 60_000), secrets)

/** @returns those that started, and those of whom the act knew that they had not */
type Moment = (act: Act, stage: Stage) => Promise<{ started: Set<string>; stopped: Set<string> }>

const concerned = (act: Act, { ready }: Stage) =>
  new Set((act.wide ? ready : ready.slice(0, 1)).map((mail) => mail.sendId))
const begin = ({ ready, now }: Stage) => retryConflicts(() => startSends(db, ready, WORKER, now))

/** Sends that had not started when the action held its locks: it commits before they can start. */
async function actNoticing(tx: Db, act: Act, stage: Stage): Promise<Set<string>> {
  const ids = concerned(act, stage)
  await act.run(tx, stage.target)
  const states = await statesOf(tx, [...ids])
  return new Set([...ids].filter((id) => states.get(id) !== 'sending'))
}

const MOMENTS: Record<string, Moment> = {
  'between claim and start': async (act, stage) => {
    await act.run(db, stage.target)
    return { started: await begin(stage), stopped: concerned(act, stage) }
  },
  'at the same time as the start': async (act, stage) => {
    const acting = async () => {
      for (let turns = Math.floor(random() * 40); turns > 0; turns--) await new Promise(setImmediate)
      return retryConflicts(() => db.transaction((tx) => actNoticing(tx, act, stage)))
    }
    const [started, stopped] = await Promise.all([begin(stage), acting()])
    return { started, stopped: act.lockless ? new Set() : stopped }
  },
  'while the start waits for its locks': async (act, stage) => {
    let starting: Promise<Set<string>> = Promise.resolve(new Set())
    const stopped = await db.transaction(async (tx) => {
      const noticed = await actNoticing(tx, act, stage)
      starting = begin(stage)
      starting.catch(() => {})
      await lockAwaited(db, starting)
      return noticed
    })
    return { started: await starting, stopped: act.lockless ? new Set() : stopped }
  },
  'after the start': async (act, stage) => {
    const started = await begin(stage)
    await retryConflicts(async () => act.run(db, stage.target))
    return { started, stopped: new Set() }
  },
  'at the same time as the record': async (act, stage) => {
    const started = await begin(stage)
    await Promise.all([
      pass(started, stage.ready, stage.now),
      retryConflicts(async () => act.run(db, stage.target)),
    ])
    return { started, stopped: new Set() }
  },
  'after the record': async (act, stage) => {
    const started = await begin(stage)
    await pass(started, stage.ready, stage.now)
    await act.run(db, stage.target)
    return { started, stopped: new Set() }
  },
}

/** Invariants at the end, in any order of events. */
async function check(act: Act, stage: Stage, started: Set<string>, stopped: Set<string>) {
  const { ready, target, now } = stage
  const ids = ready.map((mail) => mail.sendId)
  if (act.stops) for (const id of stopped) expect(started).not.toContain(id)
  // Unaffected contacts get the email normally.
  const others = ids.filter((id) => !concerned(act, stage).has(id))
  for (const id of others) expect(started).toContain(id)
  const rows = await db.select().from(emailSends).where(inArray(emailSends.id, ids))
  for (const row of rows) {
    expect(row.attempts).toBe(started.has(row.id) ? 1 : 0)
    if (started.has(row.id)) expect(row.state).toBe('sent')
    else expect(row.state).toMatch(/^(cancelled|claimed|scheduled)$/)
    const logs = await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, row.id))
    expect(logs).toHaveLength(started.has(row.id) ? 1 : 0)
  }
  const people = await db
    .select()
    .from(sequenceContacts)
    .where(eq(sequenceContacts.sequenceId, target.sequenceId))
  for (const person of people) {
    if (person.status === 'active') expect(person.nextActionAt ?? person.holdReason).not.toBe(null)
    else expect(person.nextActionAt).toBe(null)
  }
  // A stopped contact gets no further email, however long one waits, and none gets one twice.
  for (const later of [1, 24, 24 * 8]) {
    await scan(hours(now, later))
    const again = await claimReady(db, hours(now, later))
    const begun = await startSends(db, again, WORKER, hours(now, later))
    for (const id of begun) expect(started).not.toContain(id)
    if (act.stops && !act.later) {
      for (const id of stopped) expect(begun).not.toContain(id)
    }
    await pass(begun, again, hours(now, later))
  }
}

/** In full, every act at every moment; in the suite, each act at two moments and each moment with a third of the acts. */
const cases = Object.keys(ACTS).flatMap((act, i) =>
  Object.keys(MOMENTS)
    .filter((_, j) => (i + j) % sized(3, 1) === 0)
    .map((moment) => [act, moment] as const),
)

describe('a starting send races with', () => {
  test.each(cases)('%s, %s', async (name, moment) => {
    for (let round = 0; round < ROUNDS; round++) {
      const act = ACTS[name]!
      const stage = await openStage()
      const { started, stopped } = await MOMENTS[moment]!(act, stage)
      await pass(started, stage.ready, stage.now)
      await check(act, stage, started, stopped)
      await clear()
    }
  })
})

describe('starting claimed sends', () => {
  afterEach(clear)

  test('starts sends whose mailbox was used after the claim', async () => {
    const { ready, now, target } = await openStage()
    await ACTS['used mailbox']!.run(db, target)
    expect((await startSends(db, ready, WORKER, now)).size).toBe(PEOPLE)
  })

  test.each(Object.entries(ACTS).filter(([, act]) => act.stops))(
    'starts no send after: %s',
    async (_, act) => {
      const stage = await openStage()
      await act.run(db, stage.target)
      const started = await startSends(db, stage.ready, WORKER, stage.now)
      for (const id of concerned(act, stage)) expect(started).not.toContain(id)
    },
  )

  test('starts no send that another worker claimed', async () => {
    const { ready, now } = await openStage()
    expect((await startSends(db, ready, 'another worker', now)).size).toBe(0)
  })
})

describe('concurrent stops', () => {
  afterEach(clear)

  test('two opt-outs, a reply and a bounce of one contact are all recorded', async () => {
    for (let round = 0; round < sized(2, 100); round++) {
      const stage = await openStage()
      const { ready, target } = stage
      const acts = ['unsubscribe', 'reply', 'unsubscribe', 'hard bounce', 'complaint']
      const [started] = await Promise.all([
        begin(stage),
        // As their callers run them: what PostgreSQL ends for the sake of another is done again.
        ...acts.map((name) => retryConflicts(async () => ACTS[name]!.run(db, target))),
      ])
      await pass(started, ready, stage.now)
      for (const { sendId } of ready.slice(1)) expect(started).toContain(sendId)
      const flags = await db.select().from(contacts).where(eq(contacts.id, target.contactId))
      expect(flags).toMatchObject([{ unsubscribed: true, hardBounced: true, suppressed: true }])
      const people = await db
        .select()
        .from(sequenceContacts)
        .where(eq(sequenceContacts.sequenceId, target.sequenceId))
      for (const { status, contactId } of people)
        expect(status === 'active').toBe(contactId !== target.contactId)
      const others = people.flatMap(({ contactId }) => (contactId === target.contactId ? [] : [contactId!]))
      const untouched = await db.select().from(contacts).where(inArray(contacts.id, others))
      for (const contact of untouched)
        expect(contact).toMatchObject({ unsubscribed: false, hardBounced: false, suppressed: false })
      await clear()
    }
  })

  test('unsubscribing never fails on lock conflicts', async () => {
    for (let round = 0; round < sized(2, 200); round++) {
      const { target } = await openStage()
      const unsubscribing = Array.from({ length: 3 }, () => ACTS.unsubscribe!.run(db, target))
      const others = ['reply', 'hard bounce', 'suppressed contact'].map((name) =>
        retryConflicts(async () => ACTS[name]!.run(db, target)),
      )
      const results = await Promise.allSettled([...unsubscribing, ...others])
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
      await clear()
    }
  })
})
