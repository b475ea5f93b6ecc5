import { and, eq } from 'drizzle-orm'
import { contacts, queueJobs, sequenceContacts, workflowRuns, workflows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { contactColumns } from '~/models/contacts/columns.server'
import { findConversations } from '~/models/inbox/conversations.server'
import { JOB_VIEW } from '~/models/jobs/job.server'
import { findMailboxes } from '~/models/mailboxes/mailbox.server'
import { findUncertain } from '~/models/outbox/uncertain.server'
import { findLogEntries } from '~/models/reports/sending-log.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { EventType } from './event-types'

/** Some of a user's objects as `/api` shows them, by id. */
export type FindObjects = (db: Db, userId: string, ids: string[]) => Promise<Map<string, object>>

const byId = <T extends { id: string }>(rows: T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.id, row]))

const findContacts: FindObjects = async (db, userId, ids) =>
  byId(
    await db
      .select(contactColumns)
      .from(contacts)
      .where(and(eq(contacts.userId, userId), isAmong(contacts.id, ids))),
  )

/** `/api` has no calls for single enrollments. */
const findEnrollments: FindObjects = async (db, userId, ids) =>
  byId(
    await db
      .select({
        id: sequenceContacts.id,
        sequenceId: sequenceContacts.sequenceId,
        contactId: sequenceContacts.contactId,
        contactEmail: contacts.email,
        status: sequenceContacts.status,
        endReason: sequenceContacts.endReason,
        enrolledAt: sequenceContacts.enrolledAt,
        completedAt: sequenceContacts.completedAt,
      })
      .from(sequenceContacts)
      .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
      .where(and(eq(sequenceContacts.userId, userId), isAmong(sequenceContacts.id, ids))),
  )

const findJobs: FindObjects = async (db, userId, ids) =>
  byId(
    await db
      .select(JOB_VIEW)
      .from(queueJobs)
      .where(and(eq(queueJobs.userId, userId), isAmong(queueJobs.id, ids))),
  )

const findRuns: FindObjects = async (db, userId, ids) =>
  byId(
    await db
      .select({
        id: workflowRuns.id,
        workflowId: workflowRuns.workflowId,
        workflowName: workflows.name,
        status: workflowRuns.status,
        scheduledFor: workflowRuns.scheduledFor,
        startedAt: workflowRuns.startedAt,
        completedAt: workflowRuns.completedAt,
        leadsFound: workflowRuns.leadsFound,
        leadsProcessed: workflowRuns.leadsProcessed,
        error: workflowRuns.error,
      })
      .from(workflowRuns)
      .innerJoin(workflows, eq(workflows.id, workflowRuns.workflowId))
      .where(and(eq(workflows.userId, userId), isAmong(workflowRuns.id, ids))),
  )

const KINDS: Record<string, FindObjects> = {
  email: findLogEntries,
  contact: findContacts,
  enrollment: findEnrollments,
  conversation: findConversations,
  mailbox: findMailboxes,
  import: findJobs,
  workflow: findRuns,
  webhook: async () => new Map(),
}

/** How the objects of a type of events are found. */
export const finderOf = (type: EventType): FindObjects =>
  type === 'email.uncertain' ? findUncertain : KINDS[type.split('.')[0]!]!
