import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailSends, personaContacts, sequenceContacts, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { nextDueAt } from '~/models/outbox/due-times.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { SequenceChange } from '~/models/sequences/sequence'
import { getSequence, updateSequence } from '~/models/sequences/sequence.server'
import { NewStep, StepChange } from '~/models/sequences/step'
import { createStep, deleteStep, listSteps, reorderSteps, updateStep } from '~/models/sequences/step.server'
import { isVersioned } from '~/models/sequences/versions/content'
import { readContent } from '~/models/sequences/versions/content.server'
import { listVersions } from '~/models/sequences/versions/list.server'
import { restoreVersion } from '~/models/sequences/versions/restore.server'
import { changeWithoutContacts, moveToVersion } from '~/models/sequences/versions/staying.server'
import { createTemplate } from '~/models/templates/template.server'
import { recordHit } from '~/models/tracking/tracking.server'
import { UNREADABLE } from '~/providers/mail/inbound/inbound'
import { runSeed, seeded } from '../../../load/random'
import { ACCEPTED, addSmtp, recordResult, startRendered } from '../../../support/mailing'
import { NOW, openOutreach, secrets } from '../../../support/outreach'
import { bySize } from '../../../support/sizes'

/**
 * Random histories of a sequence whose edits contacts follow or not. The oracle knows nothing of versions: each wave of contacts has twins in
 * a sequence of its own, which is edited exactly when that wave follows.
 */

const RUNS = bySize(1, 2, 25)
const ACTS = 14
const HOUR = 3_600_000
const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null, microsoft: null }
const ME = { method: 'GET', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ownPreview: false }

/** A sequence, and its steps in the order of their creation. */
interface Sequence {
  id: string
  steps: string[]
}
type Edit = (tx: Db, sequence: Sequence) => Promise<unknown>

/** Contacts enrolled at the same time, and their twins. */
interface Wave {
  contacts: { own: string; twin: string }[]
  twin: Sequence
  /** The version that they stay on, and the edits that they do not follow; null while they follow all. */
  kept: { version: number; missed: Edit[] } | null
}

async function open(seed: number) {
  const outreach = await openOutreach()
  const { db, userId } = outreach
  const random = seeded(seed)
  const below = (n: number) => Math.floor(random() * n)
  const of = <T>(list: readonly T[]) => list[below(list.length)]!
  const mailboxId = await addSmtp(db, userId, NOW)
  const texts = await Promise.all(
    ['A', 'B', 'C'].map(async (name) => {
      const text = { name, subject: `Text ${name}`, templateType: 'html', htmlBody: '<p>Hi</p>' } as const
      return (await createTemplate(db, userId, text)).id
    }),
  )
  const lists = [(await outreach.makeList('One')).id, (await outreach.makeList('Two')).id]
  const log: string[] = []
  let now = NOW
  let made = 0

  const makeSequence = async (): Promise<Sequence> => {
    const { id } = await outreach.makeSequence()
    const sequence: Sequence = { id, steps: [] }
    for (const templateId of texts)
      sequence.steps.push((await outreach.makeStep(id, { templateId, reactionWindowHours: 30 })).id)
    await activateSequence(db, userId, id, NOW, secrets)
    return sequence
  }
  const main = await makeSequence()
  const waves: Wave[] = []
  for (let n = 0; n < 3; n++) waves.push({ contacts: [], twin: await makeSequence(), kept: null })

  /** What contacts will do with the email of a step, by their place: twins do the same. */
  const reactions: { at: number; sendId: string }[] = []
  const placeOf = new Map<string, number>()

  async function enroll(wave: Wave) {
    for (const side of ['own', 'twin'] as const) {
      const ids: string[] = []
      for (let n = 0; n < 3; n++) {
        const country = n === 0 ? 'Japan' : undefined
        const input = NewContact.parse({ email: `ann@company${made++}.example`, country })
        const { id } = await createContact(db, userId, input, now, secrets)
        ids.push(id)
        placeOf.set(id, waves.indexOf(wave) * 3 + n)
        wave.contacts[n] = { ...{ own: '', twin: '' }, ...wave.contacts[n], [side]: id }
      }
      await enrollContacts(db, userId, side === 'own' ? main.id : wave.twin.id, ids, now, secrets)
    }
  }

  /** Does the jobs' work at one time. */
  async function settle(at: Date) {
    for (const { id } of [main, ...waves.map(({ twin }) => twin)]) {
      const version = (await getPlanVersion(db, id))!
      while ((await replanSequence(db, id, version, at)) > 0);
    }
    await startRendered(db, links, at)
    const sent = await db.select().from(emailSends).where(eq(emailSends.state, 'sending'))
    await recordResult(
      db,
      sent.map(({ id }) => id),
      ACCEPTED,
      at,
    )
    reactions.push(...sent.map(({ id }) => ({ at: at.getTime() + HOUR, sendId: id })))
  }

  /** Half of the contacts open an email, one in ten replies. */
  async function react(sendId: string) {
    const [send] = await db.select().from(emailSends).where(eq(emailSends.id, sendId))
    const sequence = [main, ...waves.map(({ twin }) => twin)].find(({ id }) => id === send!.sequenceId)!
    const chance = seeded(
      seed + placeOf.get(send!.contactId!)! * 101 + sequence.steps.indexOf(send!.stepId!) * 7 + send!.visit,
    )()
    if (chance < 0.5) await recordHit(db, { ...ME, token: send!.trackingToken, address: '203.0.113.9' }, now)
    if (chance > 0.1) return
    const inbound = {
      ...UNREADABLE,
      ...{ kind: 'reply' as const, hard: null, class: null, recipients: [], status: null, reason: '' },
      ...{
        originalMessageIds: [],
        sendId,
        from: send!.recipientEmail,
        subject: 'Re: Hi',
        text: 'Yes',
        stop: false,
      },
    }
    await processInbound(
      db,
      userId,
      { mailboxId, providerId: sendId, receivedAt: now, inbound },
      now,
      secrets,
    )
  }

  async function advance(hours: number) {
    const to = now.getTime() + hours * HOUR
    while (now.getTime() < to) {
      await settle(now)
      const due = await nextDueAt(db, now, new Date(to))
      const first = Math.min(to, due?.getTime() ?? to, ...reactions.map(({ at }) => at))
      now = new Date(first)
      for (const one of reactions.filter(({ at }) => at === first)) await react(one.sendId)
      reactions.splice(0, reactions.length, ...reactions.filter(({ at }) => at > first))
    }
    await settle(now)
  }

  /** A random edit, to be made to the sequence and to the twins' sequences. */
  async function randomEdit(): Promise<[string, Edit]> {
    const live = (await listSteps(db, userId, main.id)).map(({ id }) => main.steps.indexOf(id))
    const sends = (await listSteps(db, userId, main.id))
      .filter(({ stepType }) => stepType === 'send_email')
      .map(({ id }) => main.steps.indexOf(id))
    const at = of(live)
    const mail = sends.length > 0 ? of(sends) : at
    const step = (index: number, fields: Record<string, unknown>): Edit => {
      const change = StepChange.parse(fields)
      return (tx, { steps }) => updateStep(tx, userId, steps[index]!, change, now)
    }
    const settings = (fields: Record<string, unknown>): Edit => {
      const change = SequenceChange.parse(fields)
      return (tx, { id }) => updateSequence(tx, userId, id, change, now)
    }
    const add = (fields: Record<string, unknown>): Edit => {
      const input = NewStep.parse({ name: `Step ${made++}`, order: 1 + below(4), ...fields })
      return async (tx, { id, steps }) => steps.push((await createStep(tx, userId, id, input, now)).id)
    }
    const branch = of(['notOpened', 'openedNoReply', 'replied'])
    const others = live.filter((index) => index !== mail)
    const target = others.length > 0 ? of(others) : null
    const { versions } = await listVersions(db, userId, main.id, { limit: 50 })
    const restored = of(versions).number
    const order = live.map((index) => ({ index, key: random() })).sort((a, b) => a.key - b.key)
    const edits: Record<string, Edit> = {
      time: step(mail, { delayDays: 1 + below(3), sendHour: 8 + below(9) }),
      window: step(mail, { reactionWindowHours: 2 + below(70) }),
      text: step(mail, { templateId: of(texts) }),
      'another text': step(mail, { templateId: of(texts) }),
      thread: step(mail, { sameThread: random() < 0.5 }),
      end: step(mail, { [`${branch}Next`]: of(['end', 'default']) }),
      ...(target === null
        ? {}
        : {
            branch: (tx, sequence) =>
              step(mail, { [`${branch}StepId`]: sequence.steps[target], [`${branch}WaitDays`]: 1 })(
                tx,
                sequence,
              ),
          }),
      email: add({ templateId: of(texts), delayDays: 1, reactionWindowHours: 10 }),
      wait: add({ stepType: 'wait', waitValue: 1 + below(2), waitUnit: 'days' }),
      list: add({ stepType: 'add_to_persona', personaId: of(lists) }),
      ...(live.length > 1 ? { delete: (tx, { steps }) => deleteStep(tx, userId, steps[at]!) } : {}),
      order: (tx, { id, steps }) =>
        reorderSteps(
          tx,
          userId,
          id,
          order.map(({ index }) => steps[index]!),
        ),
      zone: settings({
        timezone: of(['UTC', 'Asia/Tokyo', 'Europe/Paris']),
        useContactTimezone: random() < 0.3,
      }),
      days: settings({ sendDays: of([null, [1, 2, 3], [2, 4, 5]]), latestSendTime: of([null, '18:00']) }),
      weekends: settings({ skipWeekends: random() < 0.5 }),
      holidays: settings({
        holidayDates: of([[], ['2026-03-04', '2026-03-10']]),
        holidays: of([null, 'DE']),
      }),
      tracking: settings({ trackingEnabled: random() < 0.5 }),
      start: settings({ startDate: of([null, new Date(now.getTime() + 50 * HOUR).toISOString()]) }),
      restore: (tx, { id }) => restoreVersion(tx, userId, id, restored, now),
    } satisfies Record<string, Edit>
    const name = of(Object.keys(edits))
    return [name, edits[name]!]
  }

  async function edit() {
    const [name, change] = await randomEdit()
    const stays = random() < 0.5
    const before = await readContent(db, main.id)
    const version = (await listVersions(db, userId, main.id, { limit: 1 })).versions[0]!.number
    if (stays) await changeWithoutContacts(db, userId, main.id, (tx) => change(tx, main))
    else await db.transaction((tx) => change(tx, main))
    const isKept = stays && isVersioned(before, await readContent(db, main.id))
    log.push(
      `${now.toISOString()} ${name}${stays ? (isKept ? ', contacts stay' : ', stay without effect') : ''}`,
    )
    for (const wave of waves) {
      // Those who are not enrolled yet are new contacts: they get every edit.
      if (isKept && wave.contacts.length > 0) wave.kept ??= { version, missed: [] }
      if (wave.kept) wave.kept.missed.push(change)
      else await db.transaction((tx) => change(tx, wave.twin))
    }
  }

  async function move() {
    const kept = waves.filter((wave) => wave.kept)
    if (kept.length === 0) return
    const { version } = of(kept).kept!
    const confirmed = (await getPlanVersion(db, main.id))!
    await moveToVersion(db, userId, main.id, { version, confirmed })
    log.push(`${now.toISOString()} moved from version ${version}`)
    for (const wave of kept.filter((one) => one.kept!.version === version)) {
      for (const change of wave.kept!.missed) await db.transaction((tx) => change(tx, wave.twin))
      wave.kept = null
    }
  }

  async function pauseOrResume() {
    const { status } = await getSequence(db, userId, main.id)
    log.push(`${now.toISOString()} ${status === 'running' ? 'paused' : 'resumed'}`)
    for (const { id } of [main, ...waves.map(({ twin }) => twin)])
      await (status === 'running'
        ? pauseSequence(db, userId, id)
        : activateSequence(db, userId, id, now, secrets))
  }

  /** Everything that a contact got, and where its enrollment stands. */
  async function story(sequence: Sequence, contactId: string) {
    const stepAt = (id: string | null) => (id ? sequence.steps.indexOf(id) : null)
    const emails = await db
      .select({
        stepId: emailSends.stepId,
        ...{ visit: emailSends.visit, planned: emailSends.plannedAt, sent: emailSends.sentAt },
        ...{ subject: emailSends.subject, tracked: emailSends.tracked, template: templates.name },
      })
      .from(emailSends)
      .leftJoin(templates, eq(templates.id, emailSends.templateId))
      .where(and(eq(emailSends.contactId, contactId), eq(emailSends.state, 'sent')))
      .orderBy(asc(emailSends.sentAt))
    const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.contactId, contactId))
    const joined = await db.select().from(personaContacts).where(eq(personaContacts.contactId, contactId))
    return {
      emails: emails.map(({ stepId, ...email }) => ({ step: stepAt(stepId), ...email })),
      visits: Object.fromEntries(Object.entries(row!.visits).map(([id, n]) => [stepAt(id), n])),
      ...{ status: row!.status, end: row!.endReason, action: row!.nextAction, at: row!.slotAt },
      ...{ current: stepAt(row!.currentStepId), hold: row!.holdReason },
      lists: joined.map(({ personaId }) => lists.indexOf(personaId)).sort(),
    }
  }

  return {
    outreach,
    ...{ waves, main, log, below, random, of },
    ...{ enroll, advance, edit, move, pauseOrResume, story },
  }
}

test('contacts who stay on a version get what an unedited sequence sends', async () => {
  const first = runSeed('staying')
  let [emails, stayed] = [0, 0]
  for (let run = 0; run < RUNS; run++) {
    const history = await open(first + run)
    const { waves, main, log, below, random } = history
    try {
      await history.enroll(waves[0]!)
      for (let n = 0; n < ACTS; n++) {
        await history.advance(3 + below(30))
        const next = waves.find((wave) => wave.contacts.length === 0)
        if (next && n % 5 === 4) await history.enroll(next)
        const chance = random()
        if (chance < 0.75) await history.edit()
        else if (chance < 0.9) await history.move()
        else await history.pauseOrResume()
        stayed += waves.filter((wave) => wave.kept).length
      }
      if ((await getSequence(history.outreach.db, history.outreach.userId, main.id)).status === 'paused')
        await history.pauseOrResume()
      await history.advance(24 * 20)
      for (const [index, wave] of waves.entries())
        for (const { own, twin } of wave.contacts) {
          const expected = await history.story(wave.twin, twin)
          emails += expected.emails.length
          const context = [`SEED=${first + run}, wave ${index}`, ...log].join('\n')
          expect(await history.story(main, own), context).toEqual(expected)
        }
    } finally {
      await history.outreach.drop()
    }
  }
  // A history in which nothing happens would show nothing.
  expect(emails).toBeGreaterThan(RUNS * 5)
  expect(stayed).toBeGreaterThan(RUNS)
}, 900_000)
