import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts, emailSends, sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { NewContact } from '~/models/contact'
import { createContact, deleteContact, updateContact } from '~/models/contact.server'
import { OTHER_REPLIES } from '~/models/contact-settings'
import { saveContactSettings } from '~/models/contact-settings.server'
import { nextDueAt } from '~/models/due-times.server'
import { getPlanVersion, replanSequence } from '~/models/enrollment-events.server'
import { actOnPerson } from '~/models/enrollment-user.server'
import { takeInbound } from '~/models/inbound.server'
import { addToPersona, removeFromPersona } from '~/models/persona-contacts.server'
import { getAnalytics } from '~/models/report.server'
import { cloneSequence, deleteSequence, updateSequence } from '~/models/sequence.server'
import {
  activateSequence,
  enrollNamed,
  launchSequence,
  linkPersona,
  pauseSequence,
  unlinkPersona,
} from '~/models/sequence-run.server'
import { NewStep, StepChange } from '~/models/step'
import { createStep, listSteps, updateStep } from '~/models/step.server'
import { recordHit, unsubscribe } from '~/models/tracking.server'
import { runSeed, seeded, sized } from '../load/random'
import { ACCEPTED, addSmtp, answer, startDue } from '../support/mailing'
import { type Outreach, openOutreach, secrets } from '../support/outreach'
import { dueAt, Model, type ModelEnrollment } from './support/model'

/** Quality goals, R19: random calls, each compared with a model in memory that knows nothing of the program. */

let outreach: Outreach
let db: Db
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const RUNS = sized(15, 10_000)
const CALLS = 40
const HOUR = 3_600_000
/** A Monday; calls come at half past, when nothing is due. */
const START = Date.parse('2026-03-02T10:30:00Z')
const ME = { method: 'GET', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ownPreview: false }

/** One run: the model, the ids of what is in it, and the program's own state. */
class Run {
  readonly model: Model
  readonly ids = new Map<string, string>()
  readonly log: string[] = []
  made = 0

  constructor(
    readonly random: () => number,
    readonly name: string,
  ) {
    this.model = new Model(START, OTHER_REPLIES[this.below(OTHER_REPLIES.length)]!)
  }

  get now() {
    return new Date(this.model.now)
  }
  /** When steps are written: their send time must still be ahead. */
  get midnight() {
    return new Date(this.now.toISOString().slice(0, 10))
  }
  below = (n: number) => Math.floor(this.random() * n)
  of = <T>(list: Iterable<T>): T | undefined => {
    const all = [...list]
    return all[this.below(all.length)]
  }

  /** Moves the clock, handling what is due on the way, here and in the model. */
  async advance(hours: number): Promise<void> {
    const to = this.model.now + hours * HOUR
    for (let at: Date | null = this.now; at; at = await nextDueAt(db, at, new Date(to))) await this.settle(at)
    await this.settle(new Date(to))
    this.model.advance(to)
  }

  /** Does what jobs do at a moment: plans edited sequences, sends what is due. */
  async settle(at: Date): Promise<void> {
    for (const id of this.model.sequences.keys()) {
      const version = await getPlanVersion(db, id)
      while (version !== null && (await replanSequence(db, id, version, at)) > 0);
    }
    const started = await startDue(db, at)
    if (started.length === 0) return
    const rows = await db
      .select({ id: emailSends.id, email: emailSends.recipientEmail })
      .from(emailSends)
      .where(inArray(emailSends.id, started))
    const dead = rows.filter(({ email }) => this.model.dead.has(email)).map(({ id }) => id)
    const others = started.filter((id) => !dead.includes(id))
    await answer(db, others, ACCEPTED, at)
    await answer(
      db,
      dead,
      { ok: false, why: 'refused', hard: true, detail: 'No such user', code: '5.1.1' },
      at,
    )
  }
}

type Call = (run: Run) => Promise<{ says: string; expected?: string | null; work: Promise<unknown> } | null>

/** An enrollment that got a mail, and its newest one. */
async function somebodyWritten(run: Run) {
  const all = [...run.model.sequences].flatMap(([id, sequence]) =>
    [...sequence.enrollments.values()].filter((one) => one.sent.length > 0).map((one) => ({ id, one })),
  )
  const chosen = run.of(all)
  if (!chosen) return null
  const [send] = await db
    .select()
    .from(emailSends)
    .where(
      and(
        eq(emailSends.sequenceId, chosen.id),
        eq(emailSends.recipientEmail, chosen.one.email),
        eq(emailSends.state, 'sent'),
      ),
    )
    .orderBy(desc(emailSends.sentAt))
    .limit(1)
  return { ...chosen, send: send! }
}

const calls: Record<string, Call> = {
  async newContact(run) {
    const list = run.of(run.model.lists)!
    const gone = [...run.ids.keys()].filter((email) => !run.model.contacts.has(email))
    const again = run.random() < 0.3 && run.of(gone)
    const email = again || `${run.name}-${run.made++}@people.example`
    run.model.addContact(email, list)
    if (!again && run.model.dead.size < 3 && run.random() < 0.1) run.model.dead.add(email)
    const input = NewContact.parse({ email, personaId: list })
    const work = createContact(db, userId, input, run.now, secrets).then(({ id }) => run.ids.set(email, id))
    return { says: `newContact ${email} ${list}`, work }
  },
  async deleteContact(run) {
    const email = run.of(run.model.contacts.keys())
    if (!email) return null
    run.model.deleteContact(email)
    return {
      says: `deleteContact ${email}`,
      work: deleteContact(db, userId, run.ids.get(email)!, run.now, secrets),
    }
  },
  async suppress(run) {
    const email = run.of(run.model.contacts.keys())
    if (!email || run.random() < 0.5) return null
    run.model.stop(email, 'suppressed')
    return {
      says: `suppress ${email}`,
      work: updateContact(db, userId, run.ids.get(email)!, { suppressed: true }, run.now, secrets),
    }
  },
  async joinList(run) {
    const [email, list] = [run.of(run.model.contacts.keys()), run.of(run.model.lists)!]
    if (!email) return null
    run.model.joinList(email, list)
    const members = { personaId: list, contactIds: [run.ids.get(email)!] }
    return {
      says: `joinList ${email} ${list}`,
      work: addToPersona(db, userId, members, run.now, secrets),
    }
  },
  async leaveList(run) {
    const [email, list] = [run.of(run.model.contacts.keys()), run.of(run.model.lists)!]
    if (!email) return null
    const expected = run.model.leaveList(email, list)
    return {
      says: `leaveList ${email} ${list}`,
      expected,
      work: removeFromPersona(db, userId, list, run.ids.get(email)!),
    }
  },
  async link(run) {
    const [id, list] = [run.of(run.model.sequences.keys()), run.of(run.model.lists)!]
    if (!id) return null
    run.model.link(id, list)
    return { says: `link ${id} ${list}`, work: linkPersona(db, userId, id, list, run.now, secrets) }
  },
  async unlink(run) {
    const [id, list] = [run.of(run.model.sequences.keys()), run.of(run.model.lists)!]
    if (!id) return null
    const expected = run.model.unlink(id, list)
    return { says: `unlink ${id} ${list}`, expected, work: unlinkPersona(db, userId, id, list) }
  },
  async activate(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const expected = run.model.activate(id)
    return { says: `activate ${id}`, expected, work: activateSequence(db, userId, id, run.now, secrets) }
  },
  async launch(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const expected = run.model.launch(id)
    return { says: `launch ${id}`, expected, work: launchSequence(db, userId, id, run.now, secrets) }
  },
  async pause(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const expected = run.model.pause(id)
    return { says: `pause ${id}`, expected, work: pauseSequence(db, userId, id) }
  },
  async enroll(run) {
    const [id, email] = [run.of(run.model.sequences.keys()), run.of(run.model.contacts.keys())]
    if (!id || !email) return null
    run.model.enrollNamed(id, [email])
    const ids = [run.ids.get(email)!]
    return { says: `enroll ${id} ${email}`, work: enrollNamed(db, userId, id, ids, run.now, secrets) }
  },
  async limit(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id) return null
    const contactLimit = run.of([1, 2, 4, null])!
    run.model.setLimit(id, contactLimit)
    return {
      says: `limit ${id} ${contactLimit}`,
      work: updateSequence(db, userId, id, { contactLimit }, run.now),
    }
  },
  async addStep(run) {
    // Steps are added to drafts: what an edit means for those under way is the engine's own table.
    const drafts = [...run.model.sequences].filter(
      ([, one]) => one.status === 'draft' && one.steps.length < 4,
    )
    const draft = run.of(drafts)
    if (!draft) return null
    const [id, sequence] = draft
    const [delayDays, windowHours] = [run.below(4), run.of([1, 24, 48])!]
    const fields = { delayDays, sendHour: 9, sendMinute: sequence.minute, reactionWindowHours: windowHours }
    const input = NewStep.parse({ templateId: outreach.templateId, ...fields })
    const work = createStep(db, userId, id, input, run.midnight).then((step) =>
      sequence.steps.push({ id: step.id, delayDays, windowHours }),
    )
    return { says: `addStep ${id} +${delayDays}d ${windowHours}h`, work }
  },
  async clone(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id || run.model.sequences.size >= 4) return null
    const { limit, steps } = run.model.sequences.get(id)!
    // A minute of its own: of two things that come due at one moment nobody says which is first.
    const minute = 14 + run.made++
    const work = cloneSequence(db, userId, id).then(async (copy) => {
      run.model.addSequence(copy.id, minute, limit)
      for (const [index, { id }] of (await listSteps(db, userId, copy.id)).entries()) {
        await updateStep(db, userId, id, StepChange.parse({ sendMinute: minute }), run.midnight)
        run.model.sequences.get(copy.id)!.steps.push({ ...steps[index]!, id })
      }
    })
    return { says: `clone ${id}`, work }
  },
  async deleteSequence(run) {
    const id = run.of(run.model.sequences.keys())
    if (!id || run.random() < 0.8) return null
    run.model.sequences.delete(id)
    return { says: `deleteSequence ${id}`, work: deleteSequence(db, userId, id) }
  },
  async open(run) {
    const found = await somebodyWritten(run)
    if (!found) return null
    run.model.open(found.one)
    const hit = { ...ME, token: found.send.trackingToken, address: '203.0.113.9' }
    return { says: `open ${found.one.email}`, work: recordHit(db, hit, run.now) }
  },
  async reply(run) {
    const found = await somebodyWritten(run)
    if (!found) return null
    run.model.reply(found.one)
    const inbound = {
      ...{ kind: 'reply' as const, hard: null, class: null, recipients: [], status: null, reason: '' },
      ...{ originalMessageIds: [], sendId: found.send.id, from: found.one.email },
      ...{ subject: 'Re: Hi', text: 'Yes', stop: false },
    }
    const received = { mailboxId, providerId: crypto.randomUUID(), receivedAt: run.now, inbound }
    return {
      says: `reply ${found.one.email}`,
      work: takeInbound(db, userId, received, run.now, secrets),
    }
  },
  async person(run) {
    const found = run.of(
      [...run.model.sequences].flatMap(([id, { enrollments }]) =>
        [...enrollments.values()].map((one) => ({ id, one })),
      ),
    )
    if (!found) return null
    const { id, one } = found
    const act = run.of(['pause', 'pause', 'resume', 'resume', 'stop'] as const)!
    const expected = run.model.act(one, act)
    const [row] = await db
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(
        and(
          eq(sequenceContacts.sequenceId, id),
          eq(sequenceContacts.addressHash, secrets.addressHash(userId, one.email)),
        ),
      )
    const input = { sequenceId: id, enrollmentId: row!.id, act }
    return {
      says: `${act} ${one.email} in ${id}`,
      expected,
      work: actOnPerson(db, userId, input, run.now),
    }
  },
  async unsubscribe(run) {
    const found = await somebodyWritten(run)
    if (!found || run.random() < 0.6) return null
    run.model.stop(found.one.email, 'unsubscribed')
    return {
      says: `unsubscribe ${found.one.email}`,
      work: unsubscribe(db, found.send.unsubscribeToken, run.now, secrets),
    }
  },
}

/** How every run begins, so that there is something to play with. */
const OPENING = [
  ...['addStep', 'addStep', 'addStep', 'newContact', 'newContact', 'newContact', 'newContact', 'newContact'],
  ...['link', 'link', 'limit', 'activate', 'activate'],
]

/** What the model says of an enrollment, as the program stores it. */
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

test(
  `${RUNS} runs of random calls: people, sequences, dates and mails are those of the model`,
  async () => {
    const random = seeded(runSeed('model-check'))
    const seen = { enrolled: 0, waiting: 0, mails: 0, opened: 0, replied: 0, stopped: 0, completed: 0 }
    for (let n = 0; n < RUNS; n++) {
      const run = new Run(random, `run${n}`)
      // A mailbox of its own: one that too many mails come back to is paused.
      mailboxId = await addSmtp(db, userId, run.now)
      const { otherReplies } = run.model
      await saveContactSettings(db, userId, { maxContinuousNotOpens: 3, otherReplies })
      for (let i = 0; i < 2; i++) run.model.lists.add((await outreach.makeList()).id)
      for (const minute of [0, 7]) {
        const { id } = await outreach.makeSequence({ timezone: 'UTC' })
        await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, run.now)
        run.model.addSequence(id, minute, null)
      }
      for (let i = 0; i < CALLS; i++) {
        // No two calls come at the same moment: who is on a list for longest is decided by their times.
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
    }
    process.stdout.write(`model-check: ${JSON.stringify(seen)}\n`)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  },
  sized(120_000, 18_000_000),
)
