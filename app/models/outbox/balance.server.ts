import { sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'
import { chooseVariant } from '~/engine/variant'
import type { Variant } from '~/models/sequences/variants/variants'
import { listVariants } from '~/models/sequences/variants/variants.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import type { DueSend } from './due-send'

/**
 * Chooses the template of each email of a batch: that of the variant that is furthest behind its weight. An email that was planned before keeps
 * its own, as long as its enrollment's version of the step has it as an active variant, or at all if the email was attempted. Nothing is
 * locked: workers that plan emails of a step at the same moment do not see each other's, so that they are off by at most a batch.
 */
export async function chooseTemplates(tx: Db, sends: DueSend[]): Promise<(string | null)[]> {
  const variantsOf = await listVariants(tx, [...new Set(sends.map(({ decision }) => decision.stepId))])
  const offered = sends.map(
    ({ loaded, decision: { stepId } }) =>
      loaded.version?.steps.get(stepId)?.variants ?? variantsOf.get(stepId) ?? [],
  )
  const tested = sends.filter((_, index) => offered[index]!.length > 1)
  const earlier = await readEarlier(tx, tested)
  const counts = await countPlanned(tx, tested)
  const kept = sends.map((send, index) => {
    const own = earlier.get(keyOf(send))
    const variant = own && offered[index]!.find(({ templateId }) => templateId === own.templateId)
    return variant && (variant.active || own.isAttempted) ? own.templateId : null
  })
  for (const [index, own] of kept.entries()) if (own) counts.add(sends[index]!.decision.stepId, own)
  return sends.map(({ loaded, decision: { stepId, visit } }, index) => {
    const own = kept[index]
    if (own) return own
    const variants = offered[index]!
    const key = { enrollmentId: loaded.snapshot.enrollment.id, stepId, visit }
    const chosen = chooseVariant(variants, (variant) => counts.of(stepId, variant, variants), key)
    if (chosen && variants.length > 1) counts.add(stepId, chosen.templateId, chosen)
    return chosen?.templateId ?? null
  })
}

const keyOf = ({ loaded, decision }: DueSend) =>
  `${loaded.snapshot.enrollment.id} ${decision.stepId} ${decision.visit}`

const KEY_TYPES = { enrollment: 'uuid', step: 'uuid', visit: 'int' } as const

/** The template of an email that was planned and then cancelled, and whether it was attempted. */
type Earlier = { templateId: string; isAttempted: boolean }

async function readEarlier(tx: Db, sends: DueSend[]): Promise<Map<string, Earlier>> {
  if (sends.length === 0) return new Map()
  const keys = sends.map(({ loaded, decision }) => ({
    enrollment: loaded.snapshot.enrollment.id,
    step: decision.stepId,
    visit: decision.visit,
  }))
  const rows = await executePrepared<Earlier & { key: string }>(
    tx,
    sql`select concat_ws(' ', k.enrollment, k.step, k.visit) as key, s.*
    from ${rowArrays('k', KEY_TYPES, keys)}, lateral (
      select template_id as "templateId", attempts > 0 as "isAttempted" from email_sends
      where sequence_contact_id = k.enrollment and step_id = k.step and visit = k.visit
        and state = 'cancelled' and template_id is not null
      limit 1) s`,
  )
  return new Map(rows.map(({ key, ...earlier }) => [key, earlier]))
}

/**
 * Counts the emails of steps by their templates: those that were sent, from the step's counters; those that are planned; and those that are
 * held for their content, so that contacts of whom a variant lacks a value do not all get that variant.
 */
async function countPlanned(tx: Db, sends: DueSend[]) {
  const counts = new Map<string, number>()
  if (sends.length > 0) {
    const distinct = (ids: string[]) => sql.param([...new Set(ids)])
    const steps = sql`${distinct(sends.map(({ decision }) => decision.stepId))}::uuid[]`
    const sequences = sql`${distinct(sends.map(({ loaded }) => loaded.sequenceId))}::uuid[]`
    const users = sql`${distinct(sends.map(({ loaded }) => loaded.userId))}::uuid[]`
    const rows = await executePrepared<{ stepId: string; templateId: string; emails: number }>(
      tx,
      sql`select step_id as "stepId", template_id as "templateId", sum(emails)::int as emails from (
        select step_id, template_id, sent as emails from variant_stats
        where sequence_id = any(${sequences}) and step_id = any(${steps})
        union all
        select step_id, template_id, 1 from email_sends
        where user_id = any(${users}) and stage in ('open', 'uncertain') and step_id = any(${steps})
        union all
        select held.step_id, held.template_id, 1 from sequence_contacts c, lateral (
          select step_id, template_id from email_sends s
          where s.sequence_contact_id = c.id and s.step_id = c.current_step_id and s.state = 'cancelled'
          order by visit desc limit 1) held
        where c.sequence_id = any(${sequences}) and c.status = 'active' and c.hold_reason = 'missing_variable'
          and c.current_step_id = any(${steps})
      ) planned where template_id is not null group by 1, 2`,
    )
    for (const { stepId, templateId, emails } of rows) counts.set(`${stepId} ${templateId}`, emails)
  }
  const ofTemplate = (stepId: string, templateId: string) => counts.get(`${stepId} ${templateId}`) ?? 0
  const ofDeleted = new Map<Variant, number>()
  /** The emails of a deleted template cannot be counted any more: it is neither behind nor ahead, and keeps its share. */
  const fairCount = (stepId: string, { weight }: Variant, variants: readonly Variant[]) => {
    const others = variants.filter(({ active, templateId }) => active && templateId)
    const emails = others.reduce((sum, { templateId }) => sum + ofTemplate(stepId, templateId!), 0)
    const weights = others.reduce((sum, other) => sum + other.weight, 0)
    return weights === 0 ? 0 : Math.round((weight * emails) / weights)
  }
  return {
    of(stepId: string, variant: Variant, variants: readonly Variant[]): number {
      if (variant.templateId) return ofTemplate(stepId, variant.templateId)
      if (!ofDeleted.has(variant)) ofDeleted.set(variant, fairCount(stepId, variant, variants))
      return ofDeleted.get(variant)!
    },
    add(stepId: string, templateId: string | null, deleted?: Variant): void {
      if (templateId) counts.set(`${stepId} ${templateId}`, ofTemplate(stepId, templateId) + 1)
      else if (deleted) ofDeleted.set(deleted, (ofDeleted.get(deleted) ?? 0) + 1)
    },
  }
}
