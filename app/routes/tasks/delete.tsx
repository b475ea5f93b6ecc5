import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepTable } from '~/components/contacts/view'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deleteTask, getTask } from '~/models/contacts/tasks/tasks.server'
import { paths } from '~/paths'

export const meta = titled('Delete task')

const closeTo = ({ id }: Record<string, string>, { search }: URL) =>
  id ? paths.contact(id) + keepTable(search) : paths.tasks()

export const loader = page(async ({ db, userId, params, url }) => {
  const { title } = await getTask(db, userId, params.taskId!)
  return { title, closeTo: closeTo(params, url) }
})

const FAILED = 'Failed to delete the task'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ params, url }) => closeTo(params, url) },
  async (_, { app, db, userId, params, url }) => {
    await deleteTask(db, userId, params.taskId!)
    return redirectWithToast(app, closeTo(params, url), { kind: 'success', title: 'Task deleted' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the deletion of a task. */
export default function DeleteTaskDialog() {
  const { title, closeTo } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete task"
      text={`Delete the task "${title}"? This action cannot be undone.`}
      closeTo={closeTo}
      confirm="Delete"
      busy="Deleting..."
    />
  )
}
