import { and, eq, type SQL, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onStoppedByUser } from '~/engine/by-user'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { lockSequencesWhere } from '~/models/shared/locks.server'
import type { Uses } from '~/models/shared/uses/uses'
import { readUses } from '~/models/shared/uses/uses.server'

/** The sequences with a step that uses a template. @param id the column of a sequence's id */
const usesTemplate = (id: SQL, templateId: string): SQL => sql`
  ${id} in (select t.sequence_id from steps t where t.archived_at is null and (t.template_id = ${templateId}::uuid
    or exists (select from step_variants v where v.step_id = t.id and v.template_id = ${templateId}::uuid)))`

/**
 * The enrollments whose next email certainly uses a template: it is planned with it, or its step has no other active variant. In an A/B
 * test, the variant is chosen only when the email is planned. Steps are those of the version that the enrollment stays on, if it does.
 * @param table the name of `sequence_contacts` in the query
 */
const waitsForTemplate = (table: SQL, templateId: string): SQL => sql`
  ${table}.next_action = 'send' and (
    exists (select from email_sends p where p.sequence_contact_id = ${table}.id and p.template_id = ${templateId}::uuid
      and p.state in ('scheduled', 'claimed'))
    or case when ${table}.version_id is null then exists (
        select from steps t where t.id = ${table}.current_step_id and t.template_id = ${templateId}::uuid
          and not exists (select from step_variants v where v.step_id = t.id and v.active
            and v.template_id is distinct from ${templateId}::uuid))
      else exists (
        select from sequence_versions n, jsonb_array_elements(n.content -> 'steps') t
        where n.id = ${table}.version_id and t ->> 'id' = ${table}.current_step_id::text
          and jsonb_path_exists(t, '$.variants[*] ? (@.active == true)')
          and not jsonb_path_exists(t, '$.variants[*] ? (@.active == true && @.templateId != $id)',
            jsonb_build_object('id', ${templateId}::text)))
      end)`

/** What deleting a template affects: the sequences that use it, and the contacts whose next email certainly does. */
export const readTemplateUses = (db: Db, userId: string, id: string): Promise<Uses> => {
  const enrollments = waitsForTemplate(sql`e`, id)
  return readUses(db, userId, {
    enrollments,
    sends: sql`s.template_id = ${id}::uuid and not s.is_test`,
    sequences: sql`${usesTemplate(sql`q.id`, id)} or q.id in (
      select e.sequence_id from sequence_contacts e
      where e.user_id = ${userId}::uuid and e.status = 'active' and ${enrollments})`,
  })
}

/** Stops the contacts whose next email certainly uses a template. */
export async function stopWaitingFor(tx: Db, userId: string, id: string, now: Date): Promise<void> {
  const waiting = and(
    eq(sequenceContacts.userId, userId),
    eq(sequenceContacts.status, 'active'),
    waitsForTemplate(sql`sequence_contacts`, id),
  )!
  // Lock order: sequences before enrollments.
  await lockSequencesWhere(tx, sql`id in (select sequence_id from sequence_contacts where ${waiting})`)
  await applyToEnrollments(tx, waiting, onStoppedByUser, now)
}
