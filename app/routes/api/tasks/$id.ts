import { api, operation } from '~/http/api.server'
import { TaskResponse } from '~/models/api/contacts'
import { Done } from '~/models/api/shared'
import { TaskChange } from '~/models/contacts/tasks/task'
import { deleteTask, getTask, updateTask } from '~/models/contacts/tasks/tasks.server'

const route = api({
  PATCH: operation({
    summary: 'Changes a task, or marks it as done',
    response: TaskResponse,
    body: TaskChange,
    current: ({ db, userId, params }) => getTask(db, userId, params.id!),
    run: async ({ app, db, userId, params, body }) =>
      updateTask(db, userId, params.id!, body, await app.clock.now()),
  }),
  DELETE: operation({
    summary: 'Deletes a task',
    response: Done,
    run: ({ db, userId, params }) => deleteTask(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
