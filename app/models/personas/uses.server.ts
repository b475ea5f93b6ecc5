import { and, eq, type SQL, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onPausedByUser, onStoppedByUser } from '~/engine/by-user'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { lockLinkedSequences } from '~/models/shared/locks.server'
import type { DatedChoice, Uses } from '~/models/shared/uses/uses'
import { readUses } from '~/models/shared/uses/uses.server'

/** An email list, in one sequence that it is linked to or in all of them (null). */
interface Link {
  personaId: string
  sequenceId: string | null
}

/**
 * The enrollments that a list stands behind: of its members, in sequences that it is linked to, unless another linked list has the contact,
 * too. An enrollment does not store which list it came by.
 * @param table the name of `sequence_contacts` in the query
 */
const isOfList = (table: SQL, { personaId, sequenceId }: Link): SQL => sql`
  ${table}.sequence_id in (select sp.sequence_id from sequence_personas sp
    where sp.persona_id = ${personaId}::uuid ${sequenceId ? sql`and sp.sequence_id = ${sequenceId}::uuid` : sql``})
  and ${table}.contact_id in (select pc.contact_id from persona_contacts pc where pc.persona_id = ${personaId}::uuid)
  and not exists (select from sequence_personas other join persona_contacts oc on oc.persona_id = other.persona_id
    where other.sequence_id = ${table}.sequence_id and other.persona_id <> ${personaId}::uuid
      and oc.contact_id = ${table}.contact_id)`

/** The sequences whose contacts in progress stay on an earlier version with a step that adds to a list. */
const addsInKeptVersion = (userId: string, id: string): SQL => sql`
  select e.sequence_id from sequence_contacts e join sequence_versions v on v.id = e.version_id
  where e.user_id = ${userId}::uuid and e.status = 'active' and jsonb_path_exists(
    v.content, '$.steps[*] ? (@.personaId == $id)', jsonb_build_object('id', ${id}::text))`

/** What deleting an email list affects: sequences that it is linked to or that add to it, and workflows that add to it. */
export const readPersonaUses = (db: Db, userId: string, id: string): Promise<Uses> =>
  readUses(db, userId, {
    enrollments: isOfList(sql`e`, { personaId: id, sequenceId: null }),
    sequences: sql`q.id in (select sp.sequence_id from sequence_personas sp where sp.persona_id = ${id}::uuid)
      or q.id in (select t.sequence_id from steps t where t.persona_id = ${id}::uuid and t.archived_at is null)
      or q.id in (${addsInKeptVersion(userId, id)})`,
    workflows: sql`w.id in (select t.workflow_id from workflow_steps t
      join workflow_step_personas tp on tp.step_id = t.id where tp.persona_id = ${id}::uuid)`,
  })

/** What unlinking an email list from a sequence affects. */
export const readLinkUses = (db: Db, userId: string, sequenceId: string, personaId: string): Promise<Uses> =>
  readUses(db, userId, { enrollments: isOfList(sql`e`, { personaId, sequenceId }) })

/**
 * Pauses or stops the contacts in progress that a list stands behind. Those who wait for room under the contact limit cannot be paused and go
 * on waiting. The caller has locked the list.
 */
export async function applyToMembers(
  tx: Db,
  userId: string,
  link: Link,
  choice: DatedChoice | undefined,
): Promise<void> {
  if (choice?.contacts !== 'hold' && choice?.contacts !== 'stop') return
  // Lock order: sequences before enrollments.
  await lockLinkedSequences(tx, [link.personaId])
  await applyToEnrollments(
    tx,
    and(
      eq(sequenceContacts.userId, userId),
      eq(sequenceContacts.status, 'active'),
      isOfList(sql`sequence_contacts`, link),
    ),
    choice.contacts === 'hold' ? onPausedByUser : onStoppedByUser,
    choice.now,
  )
}
