import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepContactsQuery, readView } from '~/components/contacts/view'
import { useActionForm } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { invalid } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { updateList } from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import { getPersona, listPersonas } from '~/models/personas/persona.server'
import { paths } from '~/paths'
import { readTableQuery } from '../read-table.server'

export const meta = titled('Change a dynamic list')

const FAILED = 'Failed to change the list'

export const loader = page(async ({ db, userId, url }) => {
  const { words } = await readTableQuery(db, userId, readView(url.searchParams))
  const { rows } = await listPersonas(db, userId, { limit: 1000 })
  return {
    words,
    choices: rows.filter(({ isDynamic }) => isDynamic).map(({ id, name }) => ({ value: id, label: name })),
    closeTo: paths.contacts() + keepContactsQuery(url.search),
  }
})

const ListForm = z.object({ personaId: z.uuid({ error: 'Please select a dynamic list' }) })

export const action = formAction(
  ListForm,
  async ({ personaId }, { app, db, userId, url }) => {
    const { filter } = await readTableQuery(db, userId, readView(url.searchParams))
    if (filter === null) invalid('Add a filter to the contacts first')
    const { isDynamic } = await getPersona(db, userId, personaId)
    if (!isDynamic) invalid('Please select a dynamic list', 'personaId')
    await updateList(db, userId, personaId, { filter: JSON.parse(filter) })
    return redirectWithToast(app, paths.persona(personaId), {
      kind: 'success',
      title: 'Dynamic list changed',
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Gives a dynamic list the filter of the table. */
export default function ChangeDynamicListDialog() {
  const { words, choices, closeTo } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof ListForm>>(useActionData<typeof action>())
  const busy = useSubmitting()
  return (
    <RouteDialog
      title="Change a dynamic list"
      description={`Its members become the contacts where ${words ?? 'a filter holds'}. Who no longer matches leaves the list and stays in its sequences.`}
      closeTo={closeTo}
      size="sm"
    >
      {choices.length === 0 ? (
        <>
          <p className="text-sm text-muted">You have no dynamic lists yet.</p>
          <DialogActions>
            <CancelLink to={closeTo} />
          </DialogActions>
        </>
      ) : (
        <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
          <FormErrors errors={form.errors} id={form.errorId} />
          <SelectField
            field={fields.personaId}
            label="Dynamic list"
            placeholder="Choose a dynamic list"
            options={choices}
          />
          <DialogActions>
            <CancelLink to={closeTo} />
            <Button variant="primary" busy={busy && 'Saving...'}>
              Change the list
            </Button>
          </DialogActions>
        </Form>
      )}
    </RouteDialog>
  )
}
