import { and, desc, eq, inArray } from 'drizzle-orm'
import { contacts, sequenceContacts } from '#drizzle/schema'
import { ENROLLMENT_STATUSES } from '#drizzle/schema/enums'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { pageOf } from '~/models/shared/page.server'
import { getSequence } from '../sequence.server'
import type { ContactAction } from './contact-actions'
import type { EnrolledQuery } from './enrolled'
import { fullName, pageOfStatuses } from './member-page.server'
import { actOnEnrollments } from './person-acts.server'

const COLUMNS = {
  contactId: sequenceContacts.contactId,
  email: contacts.email,
  name: fullName,
  status: sequenceContacts.status,
  holdReason: sequenceContacts.holdReason,
  stepId: sequenceContacts.currentStepId,
  nextActionAt: sequenceContacts.nextActionAt,
}

/**
 * One page of the contacts in a sequence as `/api` shows them, newest enrollment first, and the cursor of the next page. Of a deleted contact only
 * its enrollment is left. @throws AppError NOT_FOUND if the user does not own the sequence
 */
export async function listEnrolled(
  db: Db,
  userId: string,
  sequenceId: string,
  { status, limit, cursor }: EnrolledQuery,
) {
  await getSequence(db, userId, sequenceId)
  const { id, enrolledAt } = sequenceContacts
  const statuses = status ? [status] : ENROLLMENT_STATUSES
  const page = pageOfStatuses(db, userId, sequenceId, statuses, { limit: limit + 1, cursor })
  const found = await db
    .select({ ...COLUMNS, id, enrolledAt })
    .from(sequenceContacts)
    .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .where(inArray(id, page))
    .orderBy(desc(enrolledAt), desc(id))
  const { rows, cursor: next } = pageOf(found, limit, (row) => ({ createdAt: row.enrolledAt, id: row.id }))
  return { rows: rows.map(({ id: _, enrolledAt: __, ...row }) => row), cursor: next }
}

/** One contact in a sequence as `/api` shows it. @throws AppError NOT_FOUND */
export async function getEnrolled(db: Db, userId: string, sequenceId: string, contactId: string) {
  const { id: _, ...row } = await findEnrolled(db, userId, sequenceId, contactId)
  return row
}

/**
 * Pauses, resumes or stops a contact in a sequence, or skips its next step. @returns the contact after it
 * @throws AppError NOT_FOUND; CONFLICT if the action is not possible now
 */
export async function actOnEnrolled(
  db: Db,
  userId: string,
  { sequenceId, contactId, act }: { sequenceId: string; contactId: string; act: ContactAction },
  now: Date,
) {
  const { id } = await findEnrolled(db, userId, sequenceId, contactId)
  await actOnEnrollments(db, userId, { sequenceId, enrollmentIds: [id], act }, now)
  return getEnrolled(db, userId, sequenceId, contactId)
}

async function findEnrolled(db: Db, userId: string, sequenceId: string, contactId: string) {
  const [row] = await db
    .select({ ...COLUMNS, id: sequenceContacts.id })
    .from(sequenceContacts)
    .innerJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.contactId, contactId),
        eq(sequenceContacts.userId, userId),
      ),
    )
  return row ?? notFound('Contact not found in this sequence')
}
