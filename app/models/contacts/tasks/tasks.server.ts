import { and, asc, count, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { contacts, contactTasks, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { AppError, notFound } from '~/errors'
import { notifyIncident } from '~/models/notifications/notification.server'
import { decodeCursor } from '~/models/shared/cursor'
import { type Page, pageOf } from '~/models/shared/page.server'
import { getContact } from '../contact.server'
import type { NewTask, Task, TaskChange, TasksQuery } from './task'

/** The most tasks of a contact. */
const MAX_TASKS = 200

const columns = {
  id: contactTasks.id,
  contactId: contactTasks.contactId,
  contactName: contacts.name,
  title: contactTasks.title,
  dueOn: contactTasks.dueOn,
  done: sql<boolean>`${contactTasks.doneAt} is not null`,
  createdAt: contactTasks.createdAt,
  updatedAt: contactTasks.updatedAt,
}

const select = (db: Db) =>
  db.select(columns).from(contactTasks).innerJoin(contacts, eq(contacts.id, contactTasks.contactId))

type Filters = Omit<TasksQuery, 'limit' | 'cursor'>

const wanted = (userId: string, { contactId, done, dueUntil }: Filters): SQL | undefined =>
  and(
    eq(contactTasks.userId, userId),
    contactId ? eq(contactTasks.contactId, contactId) : undefined,
    done === undefined ? undefined : (done ? isNotNull : isNull)(contactTasks.doneAt),
    dueUntil ? lte(contactTasks.dueOn, dueUntil) : undefined,
  )

/** One page of the user's tasks, by day, and the cursor of the next page. */
export async function listTasks(
  db: Db,
  userId: string,
  { limit, cursor, ...filters }: TasksQuery,
): Promise<Page<Task>> {
  const last = cursor ? decodeCursor(cursor) : null
  const after = last
    ? sql`(${contactTasks.dueOn}, ${contactTasks.id}) > (${dayOf(last.createdAt)}::date, ${last.id}::uuid)`
    : undefined
  const found = await select(db)
    .where(and(wanted(userId, filters), after))
    .orderBy(asc(contactTasks.dueOn), asc(contactTasks.id))
    .limit(limit + 1)
  return pageOf(found, limit, ({ dueOn, id }) => ({ createdAt: new Date(`${dueOn}T00:00:00Z`), id }))
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Counts the user's tasks that pass the filters. */
export const countTasks = (db: Db, userId: string, filters: Filters = {}): Promise<number> =>
  db.$count(contactTasks, wanted(userId, filters))

/** @throws AppError NOT_FOUND */
export async function getTask(db: Db, userId: string, id: string): Promise<Task> {
  const [row] = await select(db).where(and(eq(contactTasks.id, id), eq(contactTasks.userId, userId)))
  return row ?? notFound('Task not found')
}

/** @throws AppError NOT_FOUND for an unknown contact; CONFLICT if the contact has too many */
export async function createTask(db: Db, userId: string, input: NewTask, now: Date): Promise<Task> {
  const { done, ...task } = input
  await getContact(db, userId, input.contactId)
  if ((await db.$count(contactTasks, eq(contactTasks.contactId, input.contactId))) >= MAX_TASKS)
    throw new AppError('CONFLICT', `A contact has at most ${MAX_TASKS} tasks. Delete some that are done.`)
  const [row] = await db
    .insert(contactTasks)
    .values({ ...task, userId, doneAt: done ? now : null })
    .returning({ id: contactTasks.id })
  return getTask(db, userId, row!.id)
}

/** @throws AppError NOT_FOUND */
export async function updateTask(
  db: Db,
  userId: string,
  id: string,
  { done, ...change }: TaskChange,
  now: Date,
): Promise<Task> {
  const at = sql`${now.toISOString()}::timestamptz`
  await getTask(db, userId, id)
  await db
    .update(contactTasks)
    .set({
      ...change,
      ...(done === undefined ? {} : { doneAt: done ? sql`coalesce(${contactTasks.doneAt}, ${at})` : null }),
      updatedAt: sql`now()`,
    })
    .where(and(eq(contactTasks.id, id), eq(contactTasks.userId, userId)))
  return getTask(db, userId, id)
}

/** @throws AppError NOT_FOUND */
export async function deleteTask(db: Db, userId: string, id: string): Promise<void> {
  const rows = await db
    .delete(contactTasks)
    .where(and(eq(contactTasks.id, id), eq(contactTasks.userId, userId)))
    .returning({ id: contactTasks.id })
  if (rows.length === 0) notFound('Task not found')
}

/** The user's day: `YYYY-MM-DD`. */
export const dayIn = (timezone: string, at: Date): string => localDay(at, timezone)

/** The users with tasks that the bell has not told about, whose day may have come: in some time zone it is already tomorrow. */
export async function listUsersWithTasks(db: Db, now: Date): Promise<{ userId: string; timezone: string }[]> {
  const tomorrow = new Date(now.getTime() + 24 * 3600 * 1000)
  return db
    .selectDistinct({ userId: contactTasks.userId, timezone: users.timezone })
    .from(contactTasks)
    .innerJoin(users, eq(users.id, contactTasks.userId))
    .where(and(isNull(contactTasks.doneAt), lte(contactTasks.dueOn, dayOf(tomorrow)), isUntold))
}

const isUntold = sql`${contactTasks.toldOn} is distinct from ${contactTasks.dueOn}`

/**
 * Tells a user in the bell about tasks whose day has come. One notification a day, which becomes unread when a task is added to it. It names no
 * person, so that nothing of an erased one stays in it.
 */
export async function tellTasks(
  db: Db,
  { userId, timezone }: { userId: string; timezone: string },
  now: Date,
): Promise<void> {
  const today = localDay(now, timezone)
  await db.transaction(async (tx) => {
    const due = and(
      eq(contactTasks.userId, userId),
      isNull(contactTasks.doneAt),
      lte(contactTasks.dueOn, today),
    )
    const told = await tx
      .update(contactTasks)
      .set({ toldOn: sql`${contactTasks.dueOn}` })
      .where(and(due, isUntold))
      .returning({ id: contactTasks.id })
    if (told.length === 0) return
    const [{ n } = { n: 0 }] = await tx.select({ n: count() }).from(contactTasks).where(due)
    await notifyIncident(tx, userId, `tasks:${today}`, {
      title: n === 1 ? '1 task is due' : `${n} tasks are due`,
      message: 'Their day has come, or has passed.',
      metadata: { tasks: true },
    })
  })
}
