import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { TaskResponse } from '~/models/api/contacts'
import { getContact } from '~/models/contacts/contact.server'
import { NewTask, TasksQuery } from '~/models/contacts/tasks/task'
import { countTasks, createTask, listTasks } from '~/models/contacts/tasks/tasks.server'

const route = api({
  GET: operation({
    summary: 'Your tasks, by their day',
    response: z.array(TaskResponse),
    query: TasksQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listTasks(db, userId, query)), total: await countTasks(db, userId, query) }),
  }),
  POST: operation({
    summary: 'Creates a task about a contact',
    response: TaskResponse,
    body: NewTask,
    status: 201,
    fresh: async ({ db, userId, body }) => ({
      contactName: (await getContact(db, userId, body.contactId)).name,
    }),
    run: async ({ app, db, userId, body }) => createTask(db, userId, body, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
