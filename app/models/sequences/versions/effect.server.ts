import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { and, asc, type SQL, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { outlookUnderPlan, type PlanOutlook } from '~/engine/effect'
import type { SequencePlan } from '~/engine/types'
import { type ContactPlace, contactZone } from '~/models/enrollments/contact-zone.server'
import { loadVersions } from '~/models/enrollments/kept-version.server'
import { loadPlans, planInZones, plansOfVersions } from '~/models/enrollments/plans.server'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import type { SequenceContent } from './content'
import { readContent } from './content.server'
import { changedSteps, type Effect } from './effect'
import { isFollowing } from './staying.server'

/** Contacts that are computed one by one. Of more, a sample is, so that a review takes seconds. */
const MAX_EXAMINED = 20_000
/** Enrollments read at once, and those computed before other requests get a turn. */
const BATCH = 500
const TURN = 50

/** A state of a sequence, as the engine needs it. */
export interface PlanState {
  content: SequenceContent
  plan: SequencePlan
}

/** Reads a state of a sequence. In a transaction that is rolled back later, the state that a change would lead to. */
export async function readState(tx: Db, sequenceId: string, now: Date): Promise<PlanState> {
  const content = await readContent(tx, sequenceId)
  return { content, plan: (await loadPlans(tx, [sequenceId], now)).get(sequenceId)! }
}

/** The state of a version that enrollments stay on. The caller has checked the owner. */
export async function readVersionState(
  db: Db,
  sequenceId: string,
  { id, content }: { id: string; content: SequenceContent },
  now: Date,
): Promise<PlanState> {
  const [versions, current] = await Promise.all([loadVersions(db, [id]), loadPlans(db, [sequenceId], now)])
  return { content, plan: (await plansOfVersions(versions, current, now)).get(id)! }
}

/** Counts the contacts in progress of a sequence that follow its changes. The caller has checked the owner. */
export const countFollowing = (db: Db, sequenceId: string): Promise<number> =>
  db.$count(sequenceContacts, isFollowing(sequenceId))

/**
 * Computes what a change of a sequence does to its contacts in progress: plans each again with both states, as the job of the edit would.
 * Stores nothing. The caller has checked the owner.
 * @param concerned the enrollments that follow the change
 */
export async function measureEffect(
  db: Db,
  concerned: SQL,
  before: PlanState,
  after: PlanState,
  now: Date,
): Promise<Effect> {
  const contacts = await db.$count(sequenceContacts, concerned)
  const every = Math.ceil(contacts / MAX_EXAMINED)
  const tally = createTally(before.content, after.content)
  const [oldPlan, newPlan] = [planOf(before), planOf(after)]
  for (let last: string | null = null; ; ) {
    const ids = await nextIds(db, concerned, last, every)
    if (ids.length === 0) break
    last = ids.at(-1)!
    const loaded = await loadSnapshots(db, ids, now)
    for (const [index, one] of loaded.entries()) {
      if (index % TURN === TURN - 1) await yieldToOthers()
      tally.add(
        outlookUnderPlan(one.snapshot, oldPlan(one.place)),
        outlookUnderPlan(one.snapshot, newPlan(one.place)),
      )
    }
  }
  return tally.result(contacts)
}

/** The next enrollments in progress after `last`: all, or a sample of one in `every`. */
async function nextIds(db: Db, concerned: SQL, last: string | null, every: number): Promise<string[]> {
  const rows = await db
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(
      and(
        concerned,
        last ? sql`${sequenceContacts.id} > ${last}::uuid` : undefined,
        every > 1 ? sql`abs(hashtext(${sequenceContacts.id}::text)::bigint) % ${every}::int = 0` : undefined,
      ),
    )
    .orderBy(asc(sequenceContacts.id))
    .limit(BATCH)
  return rows.map(({ id }) => id)
}

/** The plan of a contact: with the contact's time zone, if the sequence uses it. */
function planOf({ plan, content }: PlanState): (place: ContactPlace) => SequencePlan {
  const planIn = planInZones()
  return (place) => planIn(plan, content.settings.useContactTimezone ? contactZone(place) : null)
}

/** Adds up the effects on single enrollments. */
function createTally(before: SequenceContent, after: SequenceContent) {
  const steps = changedSteps(before, after).map((step) => ({ ...step, ahead: 0 }))
  const counts = { moved: 0, otherNext: 0, ended: 0, lastEmail: 0, furtherEmail: 0 }
  let examined = 0
  let earliest: Effect['earliest'] = null
  return {
    add(was: PlanOutlook, is: PlanOutlook): void {
      examined += 1
      for (const step of steps)
        if ((step.kind === 'deleted' ? was : is).ahead.has(step.step.id)) step.ahead += 1
      if (is.ended && !was.ended) counts.ended += 1
      else if (was.next && !is.next) counts.lastEmail += 1
      if (is.next && !was.next) counts.furtherEmail += 1
      if (!was.next || !is.next) return
      if (was.next.stepId !== is.next.stepId) counts.otherNext += 1
      const [from, to] = [was.next.at, is.next.at]
      if (from.getTime() === to.getTime()) return
      counts.moved += 1
      earliest = {
        from: earliest && earliest.from < from ? earliest.from : from,
        to: earliest && earliest.to < to ? earliest.to : to,
      }
    },
    /** @param contacts all that are in progress; if only some were examined, their figures are projected */
    result(contacts: number): Effect {
      // Contacts may have started or ended since they were counted: only a sample is projected.
      const isEstimate = contacts > MAX_EXAMINED && examined > 0
      const all = isEstimate ? contacts : examined
      const projected = (n: number) => (isEstimate ? Math.round((n * contacts) / examined) : n)
      return {
        contacts: all,
        isEstimate,
        steps: steps.map(({ step, kind, ahead }) => ({
          ...{ id: step.id, name: step.name, branchOnly: step.branchOnly, kind },
          ...{ ahead: projected(ahead), passed: all - projected(ahead) },
        })),
        moved: projected(counts.moved),
        earliest,
        otherNext: projected(counts.otherNext),
        ended: projected(counts.ended),
        lastEmail: projected(counts.lastEmail),
        furtherEmail: projected(counts.furtherEmail),
      }
    },
  }
}
