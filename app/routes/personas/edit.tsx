import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { failing } from '~/components/forms/failing'
import { usePlainForm } from '~/components/forms/plain-form'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepPlace } from '~/components/page/keep-place'
import { titled } from '~/components/page/meta'
import { PERSONA_REQUIRED, PersonaFields } from '~/components/personas/persona-fields'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewPersona } from '~/models/personas/persona'
import { getPersona, updatePersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Edit Email List')

export const loader = page(async ({ db, userId, params }) => {
  const { id, name, industry, jobTitle, location, description } = await getPersona(db, userId, params.id!)
  return { id, fields: { name, industry, jobTitle, location, description: description ?? '' } }
})

/** The form contains every field, so a missing one was cleared. */
export const action = formAction(NewPersona, async (input, { app, db, userId, params, url }) => {
  await updatePersona(db, userId, params.id!, { ...input, description: input.description ?? null })
  return redirectWithToast(app, paths.persona(params.id!) + keepPlace(url.search), {
    kind: 'success',
    title: 'Email list updated successfully',
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = failing('Failed to update email list')

/** The Edit Email List dialog. */
export default function EditPersonaDialog() {
  const { id, fields } = useLoaderData<typeof loader>()
  const { form, field, errors } = usePlainForm(useActionData<typeof action>(), fields, PERSONA_REQUIRED)
  const busy = useSubmitting()
  const closeTo = paths.persona(id) + keepPlace(useLocation().search)
  return (
    <RouteDialog title="Edit Email List" closeTo={closeTo}>
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <PersonaFields field={field} />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            Save Changes
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
