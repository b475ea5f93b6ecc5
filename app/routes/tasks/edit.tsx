import { useLoaderData } from '@remix-run/react'
import { TaskDialog } from '~/components/contacts/task-dialog'
import { keepTable } from '~/components/contacts/view'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { TaskForm } from '~/models/contacts/tasks/task'
import { getTask, updateTask } from '~/models/contacts/tasks/tasks.server'
import { paths } from '~/paths'

export const meta = titled('Edit task')

/** The screen below the dialog: a contact's, or the list of tasks. */
const closeTo = ({ id }: Record<string, string>, { search }: URL) =>
  id ? paths.contact(id) + keepTable(search) : paths.tasks()

export const loader = page(async ({ db, userId, params, url }) => {
  const { title, dueOn, contactName } = await getTask(db, userId, params.taskId!)
  return { title, dueOn, contactName, closeTo: closeTo(params, url) }
})

export const action = formAction(TaskForm, async (input, { app, db, userId, params, url }) => {
  await updateTask(db, userId, params.taskId!, input, await app.clock.now())
  return redirectWithToast(app, closeTo(params, url), { kind: 'success', title: 'Task updated' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update the task')

/** Changes what is to be done, or when. */
export default function EditTaskDialog() {
  const { contactName, closeTo, ...present } = useLoaderData<typeof loader>()
  return <TaskDialog title="Edit task" name={contactName} save="Save Changes" {...{ present, closeTo }} />
}
