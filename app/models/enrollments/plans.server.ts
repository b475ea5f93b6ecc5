import { eq, type SQL } from 'drizzle-orm'
import { sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { minuteOfDay } from '~/engine/calendar'
import type { PlanStep, SequencePlan } from '~/engine/types'
import { isAmong } from '~/models/shared/row-arrays.server'
import { listDaysOff } from './days-off.server'
import type { KeptVersion } from './kept-version.server'
import { toEngineStep } from './step-engine'

/** The sequences as the engine reads them. @param now null leaves out the holidays of countries: for pictures, not for times */
export const loadPlans = (
  db: Db,
  sequenceIds: string[],
  now: Date | null,
): Promise<Map<string, SequencePlan>> => readPlans(db, isAmong(sequences.id, sequenceIds), now)

/** The sequences that match `where`, as the engine reads them. @param now see loadPlans */
export async function readPlans(db: Db, where: SQL, now: Date | null): Promise<Map<string, SequencePlan>> {
  const rows = await db
    .select({
      id: sequences.id,
      timezone: sequences.timezone,
      status: sequences.status,
      startDate: sequences.startDate,
      activatedAt: sequences.activatedAt,
      trackingEnabled: sequences.trackingEnabled,
      sendDays: sequences.sendDays,
      latestSendTime: sequences.latestSendTime,
      holidays: sequences.holidays,
      holidayDates: sequences.holidayDates,
      step: steps,
    })
    .from(sequences)
    .leftJoin(steps, eq(steps.sequenceId, sequences.id))
    .where(where)
  const plans = new Map<string, SequencePlan & { steps: PlanStep[] }>()
  for (const { id, step, ...fields } of rows) {
    const plan = plans.get(id) ?? { ...(await toPlan(fields, now)), steps: [] }
    if (step) plan.steps.push(toEngineStep(step, step.archivedAt !== null))
    plans.set(id, plan)
  }
  return plans
}

/**
 * The plans of versions that enrollments stay on, by their ids: the version's settings and steps, with the current status of the sequence.
 * @param current the current plans of their sequences
 * @param now see loadPlans
 */
export async function plansOfVersions(
  versions: ReadonlyMap<string, KeptVersion>,
  current: ReadonlyMap<string, SequencePlan>,
  now: Date | null,
): Promise<Map<string, SequencePlan>> {
  const plans = new Map<string, SequencePlan>()
  for (const { id, sequenceId, settings, steps, deletedSteps } of versions.values()) {
    const { status, activatedAt } = current.get(sequenceId)!
    const startDate = settings.startDate === null ? null : new Date(settings.startDate)
    plans.set(id, {
      ...(await toPlan({ ...settings, startDate, status, activatedAt }, now)),
      steps: [
        ...[...steps.values()].map((step) => toEngineStep(step, false)),
        ...deletedSteps.map((step) => toEngineStep(step, true)),
      ],
    })
  }
  return plans
}

type PlanFields = Pick<
  typeof sequences.$inferSelect,
  | 'timezone'
  | 'status'
  | 'startDate'
  | 'activatedAt'
  | 'trackingEnabled'
  | 'sendDays'
  | 'latestSendTime'
  | 'holidays'
  | 'holidayDates'
>

async function toPlan(fields: PlanFields, now: Date | null): Promise<Omit<SequencePlan, 'steps'>> {
  const { timezone, status, startDate, activatedAt, trackingEnabled, sendDays } = fields
  const { latestSendTime, holidays, holidayDates } = fields
  return {
    ...{ timezone, status, startDate, activatedAt, trackingEnabled, sendDays },
    daysOff: now ? await listDaysOff(holidays, holidayDates, now) : holidayDates,
    latestMinute: latestSendTime === null ? null : minuteOfDay(latestSendTime),
  }
}

/**
 * The plan of a contact with a time zone of its own: its rules for wall-clock times are those of the contact's zone. The contacts of a zone
 * share one object, because the engine keeps what it derives from a plan.
 */
export function planInZones() {
  const plans = new Map<SequencePlan, Map<string, SequencePlan>>()
  return (plan: SequencePlan, zone: string | null): SequencePlan => {
    if (zone === null || zone === plan.timezone) return plan
    const ofPlan = plans.get(plan) ?? new Map<string, SequencePlan>()
    plans.set(plan, ofPlan)
    const known = ofPlan.get(zone) ?? { ...plan, timezone: zone }
    ofPlan.set(zone, known)
    return known
  }
}
