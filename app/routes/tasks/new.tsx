import { useLoaderData } from '@remix-run/react'
import { TaskDialog } from '~/components/contacts/task-dialog'
import { keepTable } from '~/components/contacts/view'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { TaskForm } from '~/models/contacts/tasks/task'
import { createTask, dayIn } from '~/models/contacts/tasks/tasks.server'
import { paths } from '~/paths'

export const meta = titled('Add task')

const DAY_MS = 86_400_000

export const loader = page(async ({ app, db, userId, user, params, url }) => {
  const contact = await getContact(db, userId, params.id!)
  const tomorrow = new Date((await app.clock.now()).getTime() + DAY_MS)
  return {
    closeTo: paths.contact(contact.id) + keepTable(url.search),
    name: displayName(contact),
    dueOn: dayIn(user.timezone, tomorrow),
  }
})

export const action = formAction(TaskForm, async (input, { app, db, userId, params, url }) => {
  await createTask(db, userId, { ...input, contactId: params.id!, done: false }, await app.clock.now())
  const back = paths.contact(params.id!) + keepTable(url.search)
  return redirectWithToast(app, back, { kind: 'success', title: 'Task added' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add the task')

/** Adds a task about a contact; tomorrow, if nothing else is said. */
export default function NewTaskDialog() {
  const { closeTo, name, dueOn } = useLoaderData<typeof loader>()
  const present = { title: '', dueOn }
  return <TaskDialog title="Add task" save="Add task" {...{ name, present, closeTo }} />
}
