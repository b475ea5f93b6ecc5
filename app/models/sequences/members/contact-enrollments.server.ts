import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { personaContacts, personas, sequenceContacts, sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isResumable } from '~/engine/by-user'
import { explainEnrollment } from '~/engine/explain'
import { fromRow } from '~/engine/row'
import { stateColumns } from '~/models/enrollments/snapshot.server'
import { latestDetails, mailboxProblems, termsOf } from './members.server'

/** An enrollment as the contact's screen shows it. */
export interface ContactEnrollment {
  id: string
  sequenceId: string
  sequence: string
  status: 'active' | 'completed' | 'stopped'
  paused: boolean
  /** The user can resume it: it is paused, or held because of an invitation. */
  resumable: boolean
  /** Waits for a higher contact limit and is not in the sequence yet. */
  waiting: boolean
  /** Name of the current step; null before the first and after the end. */
  step: string | null
  /** Explains the current state in a sentence, with the next date. */
  why: string
}

/** The maximum number of sequences or email lists shown for one contact. */
const MOST = 100

/** A contact's enrollments, active and ended, newest first, each explained in the user's time zone. */
export async function listEnrollments(
  db: Db,
  userId: string,
  contactId: string,
  timezone: string,
): Promise<ContactEnrollment[]> {
  const rows = await db
    .select({
      ...stateColumns,
      sequenceId: sequences.id,
      sequence: sequences.name,
      sequenceStatus: sequences.status,
    })
    .from(sequenceContacts)
    .innerJoin(sequences, eq(sequences.id, sequenceContacts.sequenceId))
    .where(and(eq(sequenceContacts.contactId, contactId), eq(sequenceContacts.userId, userId)))
    .orderBy(desc(sequenceContacts.enrolledAt), desc(sequenceContacts.id))
    .limit(MOST)
  if (rows.length === 0) return []
  const named = await db
    .select({ id: steps.id, name: steps.name })
    .from(steps)
    .where(
      inArray(
        steps.sequenceId,
        rows.map((row) => row.sequenceId),
      ),
    )
  const terms = termsOf(new Map(named.map((step) => [step.id, step.name])), timezone)
  const details = await latestDetails(
    db,
    rows.filter((row) => row.holdReason || row.endReason).map((row) => row.id),
  )
  const problems = await mailboxProblems(db, rows)
  return rows.map((row) => {
    const detail = details.get(row.id)
    const mailbox = problems.get(row.id)?.text
    const running = row.sequenceStatus === 'running'
    const all = { ...terms, running, ...(detail ? { detail } : {}), ...(mailbox ? { mailbox } : {}) }
    const state = fromRow(row)
    return {
      id: row.id,
      sequenceId: row.sequenceId,
      sequence: row.sequence,
      status: row.status,
      paused: row.holdReason === 'paused_by_user',
      resumable: row.status === 'active' && isResumable(row.holdReason),
      waiting: row.status === 'active' && row.holdReason === 'sequence_full',
      step: state.action ? terms.step(state.action.stepId) : null,
      why: explainEnrollment(state, all),
    }
  })
}

/** The email lists that a contact is in, sorted by name. */
export async function listPersonasOf(
  db: Db,
  userId: string,
  contactId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: personas.id, name: personas.name })
    .from(personaContacts)
    .innerJoin(personas, eq(personas.id, personaContacts.personaId))
    .where(and(eq(personaContacts.contactId, contactId), eq(personas.userId, userId)))
    .orderBy(asc(personas.name), asc(personas.id))
    .limit(MOST)
}
