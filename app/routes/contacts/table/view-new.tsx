import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { keepContactsQuery, readView } from '~/components/contacts/view'
import { useActionForm } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewContactView } from '~/models/contacts/views/view'
import { createContactView } from '~/models/contacts/views/views.server'
import { paths } from '~/paths'
import { readTableQuery } from '../read-table.server'

export const meta = titled('Save as view')

export const loader = page(async ({ db, userId, url }) => {
  const { words } = await readTableQuery(db, userId, readView(url.searchParams))
  return { words, closeTo: paths.contacts() + keepContactsQuery(url.search) }
})

export const action = formAction(
  NewContactView.pick({ name: true }),
  async ({ name }, { app, db, userId, url }) => {
    const { filter, columns, sort, order } = await readTableQuery(db, userId, readView(url.searchParams))
    const shown = { columns, sortBy: sort, sortOrder: order }
    const { id } = await createContactView(db, userId, {
      name,
      filter: filter && JSON.parse(filter),
      ...shown,
    })
    return redirectWithToast(app, `${paths.contacts()}?view=${id}`, { kind: 'success', title: 'View saved' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to save the view')

/** Saves the filter, the columns and the order of the table under a name. */
export default function NewViewDialog() {
  const { words, closeTo } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<{ name: string }>(useActionData())
  const busy = useSubmitting()
  return (
    <RouteDialog
      title="Save as view"
      description={words ? `Contacts where ${words}.` : 'All contacts, in these columns and this order.'}
      closeTo={closeTo}
      size="sm"
    >
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField field={fields.name} label="Name" required autoComplete="off" autoFocus />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            Save view
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
