import { Form, useActionData, useLocation } from '@remix-run/react'
import { Button } from '~/components/button'
import { failing } from '~/components/failing'
import { FormErrors } from '~/components/form-errors'
import { titled } from '~/components/meta'
import { PersonaFields } from '~/components/personas/persona-fields'
import { useFailureToast, usePlainForm } from '~/components/plain-form'
import { CancelLink, DialogActions, RouteDialog } from '~/components/route-dialog'
import { InstantToast } from '~/components/toast-viewer'
import { useSubmitting } from '~/components/use-submitting'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewPersona } from '~/models/persona'
import { createPersona } from '~/models/persona.server'
import { getSequence } from '~/models/sequence.server'
import { below, belowWith } from './step-addresses'

export const meta = titled('Create New Email List')

export const loader = page(async ({ db, userId, params }) => {
  await getSequence(db, userId, params.id!)
  return null
})

export const action = formAction(NewPersona, async (input, { app, db, userId, params, url }) => {
  await getSequence(db, userId, params.id!)
  const { id, name } = await createPersona(db, userId, input)
  const toast = { kind: 'success', title: 'Persona created and selected', text: name } as const
  return redirectWithToast(app, belowWith(url, 'personaId', id), toast)
})

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing('Failed to create email list')

/** The Create New Email List dialog over a form that chooses a list: what was typed there waits in the address. */
export default function NewListBeside() {
  const answer = useActionData<typeof action>()
  const { form, field, errors } = usePlainForm(answer)
  const busy = useSubmitting()
  const closeTo = below(useLocation())
  return (
    <RouteDialog title="Create New Email List" closeTo={closeTo}>
      <InstantToast toast={useFailureToast(answer, 'Failed to create email list')} />
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <PersonaFields field={field} />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Creating...'}>
            Create Email List
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
