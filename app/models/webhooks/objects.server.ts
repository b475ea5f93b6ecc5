import { and, desc, eq, sql } from 'drizzle-orm'
import {
  contacts,
  inboundMessages,
  queueJobs,
  sequenceContacts,
  workflowRuns,
  workflows,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { contactColumns } from '~/models/contacts/columns.server'
import { findConversations } from '~/models/inbox/conversations.server'
import { JOB_VIEW } from '~/models/jobs/job.server'
import { findMailboxes } from '~/models/mailboxes/mailbox.server'
import { findUncertain } from '~/models/outbox/shown/uncertain.server'
import { findLogEntries } from '~/models/reports/sending-log.server'
import { latestDetails } from '~/models/sequences/members/members.server'
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

/** What an email's contact has in its own fields. */
async function findCustom(db: Db, userId: string, contactIds: string[]) {
  const rows = await db
    .select({ id: contacts.id, custom: contacts.custom })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), isAmong(contacts.id, contactIds)))
  return new Map(rows.map(({ id, custom }) => [id, custom]))
}

/** Adds the own fields of the contacts that objects are about. */
const withCustom =
  <T extends { contactId: string | null }>(
    find: (db: Db, userId: string, ids: string[]) => Promise<Map<string, T>>,
  ): FindObjects =>
  async (db, userId, ids) => {
    const found = await find(db, userId, ids)
    const contactIds = [...found.values()].flatMap(({ contactId }) => contactId ?? [])
    const custom = await findCustom(db, userId, [...new Set(contactIds)])
    return new Map(
      [...found].map(([id, object]) => [
        id,
        { ...object, custom: (object.contactId && custom.get(object.contactId)) || {} },
      ]),
    )
  }

/** Emails with the text of the newest reply to them. */
async function findReplied(db: Db, userId: string, ids: string[]) {
  const entries = await findLogEntries(db, userId, ids)
  const rows = await db
    .selectDistinctOn([inboundMessages.emailSendId], {
      sendId: inboundMessages.emailSendId,
      text: inboundMessages.text,
    })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.userId, userId),
        eq(inboundMessages.kind, 'reply'),
        isAmong(inboundMessages.emailSendId, ids),
      ),
    )
    .orderBy(inboundMessages.emailSendId, desc(inboundMessages.receivedAt))
  const texts = new Map(rows.map(({ sendId, text }) => [sendId, text]))
  return new Map([...entries].map(([id, entry]) => [id, { ...entry, replyText: texts.get(id) ?? '' }]))
}

/** Enrollments whose email is held. The reason is that of the event: by now it may be another one. */
async function findHeld(db: Db, userId: string, ids: string[]) {
  const rows = await db
    .select({
      id: sequenceContacts.id,
      contactEmail: contacts.email,
      contactId: sequenceContacts.contactId,
      sequenceId: sequenceContacts.sequenceId,
      stepId: sequenceContacts.currentStepId,
      variantTemplateId: sql<string | null>`null`,
      mailboxId: sql<string | null>`(select m.id from mail_accounts m
        where m.id = ${sequenceContacts.mailboxId} and m.user_id = ${sequenceContacts.userId})`,
      conversationId: sql<string | null>`(select c.id from conversations c
        where c.sequence_contact_id = ${sequenceContacts.id})`,
    })
    .from(sequenceContacts)
    .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .where(and(eq(sequenceContacts.userId, userId), isAmong(sequenceContacts.id, ids)))
  const details = await latestDetails(db, ids)
  return new Map(rows.map((row) => [row.id, { ...row, detail: details.get(row.id) ?? null }]))
}

const KINDS: Record<string, FindObjects> = {
  email: withCustom(findLogEntries),
  'email.replied': withCustom(findReplied),
  'email.uncertain': withCustom(findUncertain),
  'email.held': withCustom(findHeld),
  contact: findContacts,
  enrollment: findEnrollments,
  conversation: findConversations,
  mailbox: findMailboxes,
  import: findJobs,
  workflow: findRuns,
  webhook: async () => new Map(),
}

/** The kind of objects that a type of events is about. */
export const kindOf = (type: EventType): string => (type in KINDS ? type : type.split('.')[0]!)

/** How the objects of a kind are found. */
export const finderOf = (kind: string): FindObjects => KINDS[kind]!
