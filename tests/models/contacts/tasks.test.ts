import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts, notifications } from '#drizzle/schema'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact } from '~/models/contacts/contact.server'
import { NewTask, TasksQuery } from '~/models/contacts/tasks/task'
import {
  countTasks,
  createTask,
  deleteTask,
  getTask,
  listTasks,
  listUsersWithTasks,
  tellTasks,
  updateTask,
} from '~/models/contacts/tasks/tasks.server'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let contactId: string
beforeAll(async () => {
  outreach = await openOutreach()
  db = outreach.db
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  userId = await outreach.makeUser(`${crypto.randomUUID()}@example.com`)
  contactId = (
    await createContact(db, userId, NewContact.parse({ email: 'ann@people.example' }), NOW, secrets)
  ).id
})

const add = (title: string, dueOn: string, fields: Record<string, unknown> = {}) =>
  createTask(db, userId, NewTask.parse({ contactId, title, dueOn, ...fields }), NOW)
const titles = async (query: Record<string, unknown> = {}) =>
  (await listTasks(db, userId, TasksQuery.parse(query))).rows.map(({ title }) => title)

test('are listed by their day, a page at a time', async () => {
  const days = ['2026-03-05', '2026-03-01', '2026-03-03', '2026-03-03', '2026-03-02']
  for (const [index, day] of days.entries()) await add(`${day} ${index}`, day)
  const sorted = ['2026-03-01 1', '2026-03-02 4', '2026-03-03 2', '2026-03-03 3', '2026-03-05 0']
  expect(await titles()).toEqual(sorted)
  const read: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await listTasks(db, userId, TasksQuery.parse({ limit: 2, ...(cursor ? { cursor } : {}) }))
    read.push(...page.rows.map(({ title }) => title))
    cursor = page.cursor
    if (!cursor) break
  }
  expect(read).toEqual(sorted)
  expect(await titles({ dueUntil: '2026-03-02' })).toEqual(sorted.slice(0, 2))
  expect(await countTasks(db, userId, { dueUntil: '2026-03-03' })).toBe(4)
})

test('can be done, opened again, changed and deleted', async () => {
  const { id } = await add('Call', '2026-03-02')
  expect(await getTask(db, userId, id)).toMatchObject({ done: false, contactName: 'ann@people.example' })
  await updateTask(db, userId, id, { done: true }, NOW)
  expect(await titles({ done: 'false' })).toEqual([])
  expect(await titles({ done: 'true' })).toEqual(['Call'])
  await updateTask(db, userId, id, { done: false, title: 'Call again' }, NOW)
  expect(await titles({ done: 'false', contactId })).toEqual(['Call again'])
  await deleteTask(db, userId, id)
  expect(await refused(getTask(db, userId, id))).toBe('NOT_FOUND: Task not found')
})

test('belong to one user, and go with their contact', async () => {
  const { id } = await add('Call', '2026-03-02')
  const stranger = outreach.strangerId
  expect(await refused(getTask(db, stranger, id))).toBe('NOT_FOUND: Task not found')
  expect(await refused(updateTask(db, stranger, id, { done: true }, NOW))).toBe('NOT_FOUND: Task not found')
  expect(await refused(deleteTask(db, stranger, id))).toBe('NOT_FOUND: Task not found')
  const foreign = NewTask.parse({ contactId, title: 'T', dueOn: '2026-03-02' })
  expect(await refused(createTask(db, stranger, foreign, NOW))).toBe('NOT_FOUND: Contact not found')
  expect(await refused(add('T', '2026-03-02', { contactId: UNKNOWN_ID }))).toBe(
    'NOT_FOUND: Contact not found',
  )
  await deleteContact(db, userId, contactId, NOW, secrets)
  expect(await titles()).toEqual([])
})

test.each(['2026-02-30', 'tomorrow', '1999-12-31', '2200-01-01', ''])('refuses the day "%s"', (dueOn) => {
  expect(NewTask.safeParse({ contactId, title: 'T', dueOn }).success).toBe(false)
})

test('the bell tells once about the tasks of a day, and again when one is added', async () => {
  const told = () => db.select().from(notifications).where(eq(notifications.userId, userId))
  const tell = async (at: string, timezone = 'Europe/Paris') => {
    await tellTasks(db, { userId, timezone }, new Date(at))
    return (await told()).map(({ title, read }) => `${title}${read ? ' (read)' : ''}`)
  }
  const read = () => db.update(notifications).set({ read: true }).where(eq(notifications.userId, userId))
  await add('A', '2026-03-03')
  await add('Much later', '2026-04-01')
  expect(await tell('2026-03-02T22:59:00Z')).toEqual([])
  expect(await tell('2026-03-02T23:00:00Z')).toEqual(['1 task is due'])
  await read()
  expect(await tell('2026-03-03T10:00:00Z')).toEqual(['1 task is due (read)'])
  const { id } = await add('B', '2026-03-03')
  expect(await tell('2026-03-03T10:01:00Z')).toEqual(['2 tasks are due'])
  await read()
  await updateTask(db, userId, id, { dueOn: '2026-03-04' }, NOW)
  expect(await tell('2026-03-04T10:00:00Z')).toEqual(['2 tasks are due (read)', '2 tasks are due'])
  const [row] = await db.select().from(contacts).where(eq(contacts.id, contactId))
  expect((await told()).some(({ message }) => message.includes(row!.email))).toBe(false)
})

test('finds users whose day may have come anywhere', async () => {
  await add('A', '2026-03-03')
  const found = async (at: string) =>
    (await listUsersWithTasks(db, new Date(at))).some((user) => user.userId === userId)
  expect(await found('2026-03-01T23:00:00Z')).toBe(false)
  expect(await found('2026-03-02T10:00:00Z')).toBe(true)
  await tellTasks(db, { userId, timezone: 'UTC' }, new Date('2026-03-03T00:00:00Z'))
  expect(await found('2026-03-03T10:00:00Z')).toBe(false)
})
