import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { type ForecastEnrollment, type ForecastSend, forecastInTurns } from '~/engine/forecast'
import { replan } from '~/engine/replan'
import type { SequencePlan, Snapshot } from '~/engine/types'
import { type ContactPlace, contactZone } from '~/models/enrollments/contact-zone.server'
import { mailboxesOf } from '~/models/enrollments/mailbox.server'
import { loadPlans, planInZones } from '~/models/enrollments/plans.server'
import { type LoadedEnrollment, loadSnapshots } from '~/models/enrollments/snapshot.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { loadMailboxes } from './forecast-mailboxes.server'
import { contactsToEnroll } from './newcomers.server'

/** Days covered by a forecast. */
export const FORECAST_DAYS = 60
/** The maximum number of contacts in a forecast. If there are more, only the first are included. */
const MAX_PEOPLE = 5_000

const DAY_MS = 86_400_000

export interface Forecast {
  /** The days with emails, in order, in the sequence's time zone. */
  days: { day: string; firstMails: number; followUps: number; others: number }[]
  /** Number of emails of this sequence in the period, and of its contacts. */
  mails: number
  people: number
  /** Number of contacts whose first email is not sent in the period. */
  unreached: number
  /** The local day of the last email in the period, or null. */
  lastDay: string | null
  /** Whether only the first contacts were included. */
  cut: boolean
  /** At most this many emails to one contact in 7 days; null for no limit. */
  weeklyLimit: number | null
  /** Number of contacts that are still in another sequence, which comes first. */
  inOtherSequence: number
  /** Number of contacts that wait because a colleague replied. */
  companyReplied: number
}

/**
 * Forecasts how many emails a sequence sends on each of the next 60 days if no contact reacts. Runs the engine ahead, with daily limits,
 * spacing, weekends and time zones. Treats a draft or paused sequence as if it were activated now. Emails of other sequences from
 * the same mailboxes count toward the limits (`others`). Delays emails over the weekly limit of a contact, and those to contacts that are
 * still in another sequence; what other mailboxes will send is not known.
 * @throws AppError NOT_FOUND
 */
export async function forecastSequence(db: Db, userId: string, id: string, now: Date): Promise<Forecast> {
  await getSequence(db, userId, id)
  const [sequence] = await db.select().from(sequences).where(eq(sequences.id, id))
  const activated = activatedAt(now)
  const plan = activated((await loadPlans(db, [id], now)).get(id)!)
  const enrolled = await enrolledPeople(db, sql`${sequenceContacts.sequenceId} = ${id}`, MAX_PEOPLE + 1, now)
  const planIn = planInZones()
  const planOf = (place: ContactPlace) =>
    planIn(plan, sequence!.useContactTimezone ? contactZone(place) : null)
  const own = enrolled.map((loaded) =>
    personOf(loaded, activated(loaded.snapshot.plan), sequence!.status === 'running', now),
  )
  const room =
    sequence!.contactLimit === null
      ? Number.POSITIVE_INFINITY
      : sequence!.contactLimit - sequence!.totalContacts
  const most = Math.min(MAX_PEOPLE + 1 - own.length, Math.max(0, room))
  if (most > 0) own.push(...(await contactsToEnroll(db, userId, sequence!, planOf, most, now)))
  const people = own.slice(0, MAX_PEOPLE)

  const kept = (await mailboxesOf(db, sequence!)).map((sender) => sender.id)
  const boxIds = [...new Set([...kept, ...people.flatMap((person) => person.mailboxKey ?? [])])]
  const { mailboxes, keyOf } = await loadMailboxes(db, boxIds)
  const others = await othersOf(db, id, [...keyOf.keys()], now)
  const all = [...people, ...others].map((person) => ({
    ...person,
    mailboxKey: person.mailboxKey && (keyOf.get(person.mailboxKey) ?? null),
  }))
  const until = new Date(now.getTime() + FORECAST_DAYS * DAY_MS)
  const mails = await inTurns(forecastInTurns(all, mailboxes, now, until))
  const ours = new Set(people.map((person) => person.snapshot.enrollment.id))
  return {
    ...countByDay(mails, ours, plan.timezone),
    people: people.length,
    unreached: unreached(people, mails),
    cut: own.length > MAX_PEOPLE,
    weeklyLimit: people[0]?.snapshot.facts.pressure?.weeklyLimit ?? null,
    inOtherSequence: people.filter(({ snapshot }) => snapshot.facts.otherSequence !== null).length,
    companyReplied: people.filter(({ snapshot }) => isHeldForCompany(snapshot, now)).length,
  }
}

/** Looks at this many enrollments take some milliseconds. */
const TURN = 200

/** Does the work of a forecast, which takes seconds for thousands of contacts, without making other requests wait. */
async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (let looks = 1; ; looks++) {
    const { done, value } = work.next()
    if (done) return value
    if (looks % TURN === 0) await nextTurn()
  }
}

const isHeldForCompany = ({ enrollment: { holdReason, heldUntil } }: Snapshot, now: Date) =>
  holdReason === 'company_replied' && heldUntil !== null && heldUntil > now

/** Plans as they would be after an activation at `now`. Equal plans stay one object, because the engine keeps what it derives. */
function activatedAt(now: Date): (plan: SequencePlan) => SequencePlan {
  const known = new Map<SequencePlan, SequencePlan>()
  return (plan) => {
    if (plan.status === 'running') return plan
    const running = known.get(plan) ?? { ...plan, status: 'running', activatedAt: plan.activatedAt ?? now }
    known.set(plan, running)
    return running
  }
}

/** An existing enrollment as it would be after an activation. */
function personOf(
  { snapshot, contactId, mailboxId }: LoadedEnrollment,
  plan: SequencePlan,
  isRunning: boolean,
  now: Date,
): ForecastEnrollment {
  const active: Snapshot = { ...snapshot, plan, now }
  const enrollment = isRunning ? active.enrollment : replan(active).enrollment
  return {
    snapshot: { ...active, enrollment },
    contactKey: contactId ?? enrollment.id,
    mailboxKey: mailboxId,
  }
}

async function enrolledPeople(
  db: Db,
  where: ReturnType<typeof sql>,
  limit: number,
  now: Date,
): Promise<LoadedEnrollment[]> {
  const rows = await db
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(
      and(
        where,
        eq(sequenceContacts.status, 'active'),
        sql`${sequenceContacts.holdReason} is distinct from 'sequence_full'`,
      ),
    )
    .orderBy(asc(sequenceContacts.nextActionAt), asc(sequenceContacts.place))
    .limit(limit)
  return loadSnapshots(
    db,
    rows.map((row) => row.id),
    now,
  )
}

/** Enrollments of other sequences that send from the same mailboxes. */
async function othersOf(
  db: Db,
  sequenceId: string,
  mailboxIds: string[],
  now: Date,
): Promise<ForecastEnrollment[]> {
  if (mailboxIds.length === 0) return []
  const running = sql`${inArray(sequenceContacts.mailboxId, mailboxIds)} and ${ne(sequenceContacts.sequenceId, sequenceId)}
    and ${sequenceContacts.nextActionAt} is not null`
  const loaded = await enrolledPeople(db, running, MAX_PEOPLE, now)
  return loaded.map((loaded) => personOf(loaded, loaded.snapshot.plan, true, now))
}

function countByDay(mails: ForecastSend[], ours: Set<string>, zone: string) {
  const days = new Map<string, Forecast['days'][number]>()
  let count = 0
  let lastDay: string | null = null
  for (const mail of mails) {
    const day = localDay(mail.at, zone)
    const row = days.get(day) ?? { day, firstMails: 0, followUps: 0, others: 0 }
    days.set(day, row)
    if (!ours.has(mail.enrollmentId)) {
      row.others += 1
      continue
    }
    if (mail.followUp) row.followUps += 1
    else row.firstMails += 1
    count += 1
    if (lastDay === null || day > lastDay) lastDay = day
  }
  return { days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)), mails: count, lastDay }
}

function unreached(people: ForecastEnrollment[], mails: ForecastSend[]): number {
  const reached = new Set(mails.map((mail) => mail.enrollmentId))
  return people.filter(
    ({ snapshot }) => snapshot.facts.lastSend === null && !reached.has(snapshot.enrollment.id),
  ).length
}
