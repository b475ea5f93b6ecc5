import { Form, useActionData, useLocation } from '@remix-run/react'
import { Button } from '~/components/button'
import { FormErrors } from '~/components/form-errors'
import { titled } from '~/components/meta'
import { keepPlace } from '~/components/personas/keep-place'
import { PersonaFields } from '~/components/personas/persona-fields'
import { usePlainForm } from '~/components/plain-form'
import { CancelLink, DialogActions, RouteDialog } from '~/components/route-dialog'
import { useSubmitting } from '~/components/use-submitting'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewPersona } from '~/models/persona'
import { createPersona } from '~/models/persona.server'
import { paths } from '~/paths'

export const meta = titled('Create Email List')

export const loader = page(async () => null)

export const action = formAction(NewPersona, async (input, { app, db, userId }) => {
  const { id } = await createPersona(db, userId, input)
  return redirectWithToast(app, paths.persona(id), {
    kind: 'success',
    title: 'Email list created successfully',
  })
})

/** The Create Email List dialog. */
export default function NewPersonaDialog() {
  const { form, field, errors } = usePlainForm(useActionData<typeof action>())
  const busy = useSubmitting()
  const closeTo = paths.personas() + keepPlace(useLocation().search)
  return (
    <RouteDialog
      title="Create Email List"
      description="Say whom it is for; you add contacts next."
      closeTo={closeTo}
    >
      <Form ref={form} method="post" noValidate className="space-y-4">
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
