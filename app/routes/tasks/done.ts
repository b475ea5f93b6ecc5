import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { inPlaceClientAction } from '~/components/forms/in-place-client-action'
import { inPlaceAction } from '~/http/button.server'
import { updateTask } from '~/models/contacts/tasks/tasks.server'
import { paths } from '~/paths'

const DoneForm = z.object({
  done: z.enum(['yes', 'no'], 'Say whether it is done'),
  /** The contact on whose screen the button is. */
  contactId: z.uuid('Contact not found').optional(),
})

const failure = 'Failed to change the task'

export const loader = () => redirect(paths.tasks())

/** Marks a task as done, or as not done. */
export const action = inPlaceAction(
  DoneForm,
  { failure, back: (_, { contactId }) => (contactId ? paths.contact(contactId) : paths.tasks()) },
  async ({ done }, { app, db, userId, params }) => {
    await updateTask(db, userId, params.taskId!, { done: done === 'yes' }, await app.clock.now())
    return done === 'yes' ? 'Task done' : 'Task open again'
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = inPlaceClientAction(failure)
