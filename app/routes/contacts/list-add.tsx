import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { listPersonas } from '~/models/personas/persona.server'
import { paths } from '~/paths'
import { subjectOf } from './subject.server'

export const meta = titled('Add to Email List')

const FAILED = 'Failed to add the contact'

export const loader = page(async (call) => {
  const { name, closeTo } = await subjectOf(call)
  const { rows } = await listPersonas(call.db, call.userId, { limit: 1000 })
  return {
    who: name,
    choices: rows.filter(({ isDynamic }) => !isDynamic).map((list) => ({ value: list.id, label: list.name })),
    closeTo,
  }
})

const ListForm = z.object({ personaId: z.uuid({ error: 'Please select an email list' }) })

export const action = formAction(
  ListForm,
  async ({ personaId }, call) => {
    const { app, db, userId } = call
    const { id, closeTo } = await subjectOf(call)
    const input = { personaId, contactIds: [id] }
    const added = await addToPersona(db, userId, input, await app.clock.now(), app.secrets)
    return redirectWithToast(app, closeTo, {
      kind: 'success',
      title: added === 0 ? 'The contact is already in this list' : 'Added to the email list',
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog that adds the contact below it, or that of the conversation below it, to an email list. */
export default function AddToListDialog() {
  const { who, choices, closeTo } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof ListForm>>(useActionData<typeof action>())
  const busy = useSubmitting()
  return (
    <RouteDialog title="Add to Email List" description={who} closeTo={closeTo} size="sm">
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        {choices.length === 0 ? (
          <p className="text-sm text-muted">You have no email lists yet.</p>
        ) : (
          <SelectField
            field={fields.personaId}
            label="Email list"
            placeholder="Choose an email list"
            options={choices}
            hint="Running sequences of the list enroll the contact."
          />
        )}
        <DialogActions>
          <CancelLink to={closeTo} />
          {choices.length === 0 ? (
            <LinkButton variant="primary" to={paths.newPersona()}>
              Create Email List
            </LinkButton>
          ) : (
            <Button variant="primary" busy={busy && 'Adding...'}>
              Add to List
            </Button>
          )}
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
