import { and, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import { sequenceContacts, sequencePersonas, sequences, steps, stepVariants } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { UsesChoice } from '~/models/shared/uses/uses'

// How changes affect running sequences. A malformed id matches nothing.

const textOf = (id: unknown) => String(id).toLowerCase()

/** Whether a running sequence of the user passes a condition. */
async function findRunning(db: Db, userId: string, condition: SQL | undefined): Promise<boolean> {
  const [found] = await db
    .select({ id: sequences.id })
    .from(sequences)
    .where(and(eq(sequences.userId, userId), eq(sequences.status, 'running'), condition))
    .limit(1)
  return found !== undefined
}

/** Whether the user's sequence is running, so that contacts who enter it get emails. */
export const isRunning = (db: Db, userId: string, id: unknown): Promise<boolean> =>
  findRunning(db, userId, sql`${sequences.id}::text = ${textOf(id)}`)

/** Whether the user has a running sequence. */
export const runsAny = (db: Db, userId: string): Promise<boolean> => findRunning(db, userId, undefined)

/** Whether a choice about a deletion may cause emails: it stops contacts, whose emails of another running sequence then no longer wait for the end of this one. */
export const mayReleaseSends = async (db: Db, userId: string, { contacts }: UsesChoice): Promise<boolean> =>
  contacts === 'stop' && (await runsAny(db, userId))

/**
 * Whether contacts of this sequence are active in another one that is running: their emails there wait for its end, or for room under a
 * weekly limit.
 * @param contactId asks only about this contact
 */
export const holdsUpRunning = (db: Db, userId: string, id: unknown, contactId?: string): Promise<boolean> =>
  findRunning(
    db,
    userId,
    sql`exists (
      select 1 from ${sequenceContacts} waiting
        join ${sequenceContacts} own on own.contact_id = waiting.contact_id and own.sequence_id <> waiting.sequence_id
      where waiting.sequence_id = ${sequences.id} and waiting.status = 'active' and own.sequence_id::text = ${textOf(id)}
        ${contactId === undefined ? sql`` : sql`and own.contact_id::text = ${textOf(contactId)}`})`,
  )

/** Whether contacts of this email list enter a running sequence at once. */
export const feedsRunning = (db: Db, userId: string, personaId: unknown): Promise<boolean> =>
  findRunning(
    db,
    userId,
    exists(
      db
        .select({ one: sql`1` })
        .from(sequencePersonas)
        .where(
          and(
            eq(sequencePersonas.sequenceId, sequences.id),
            sql`${sequencePersonas.personaId}::text = ${textOf(personaId)}`,
          ),
        ),
    ),
  )

/**
 * Whether contacts enter a running sequence as soon as they match the filter of a dynamic list: then any change of a contact may cause emails.
 */
export const feedsByFilter = (db: Db, userId: string): Promise<boolean> =>
  findRunning(
    db,
    userId,
    sql`exists (select from sequence_personas sp join personas p on p.id = sp.persona_id
      where sp.sequence_id = ${sequences.id} and p.filter is not null)`,
  )

const hasStep = (db: Db, condition: SQL | undefined) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(steps)
      .leftJoin(stepVariants, eq(stepVariants.stepId, steps.id))
      .where(and(eq(steps.sequenceId, sequences.id), condition)),
  )

/** Whether a step is one of a running sequence. */
export const isStepOfRunning = (db: Db, userId: string, stepId: unknown): Promise<boolean> =>
  findRunning(db, userId, hasStep(db, sql`${steps.id}::text = ${textOf(stepId)}`))

/** Whether a running sequence sends this template. */
export const isSentByRunning = (db: Db, userId: string, templateId: unknown): Promise<boolean> =>
  findRunning(
    db,
    userId,
    hasStep(
      db,
      or(
        sql`${steps.templateId}::text = ${textOf(templateId)}`,
        sql`${stepVariants.templateId}::text = ${textOf(templateId)}`,
      ),
    ),
  )
