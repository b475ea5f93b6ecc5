import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { EditFields, useEdit } from '~/components/forms/edits'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { PERSONA_PARTS, PersonaFields } from '~/components/personas/persona-fields'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import type { Db } from '~/db.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { loadedEdit } from '~/http/forms/edits.server'
import { type PageCall, page } from '~/http/page.server'
import { NewPersona } from '~/models/personas/persona'
import { getPersona, lockPersona, updatePersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Edit Email List')

/** The fields of the form, as they are stored. */
async function read(db: Db, { userId, params }: Pick<PageCall, 'userId' | 'params'>) {
  const { name, industry, jobTitle, location, description } = await getPersona(db, userId, params.id!)
  return { name, industry, jobTitle, location, description: description ?? '' }
}

export const loader = page(async (call) => ({
  id: call.params.id!,
  loaded: loadedEdit(PERSONA_PARTS, await read(call.db, call)),
}))

/** The form contains every field, so a missing one was cleared. */
export const action = formAction(
  NewPersona,
  async (_, { app, db, userId, params, url }, { merged, kept }) => {
    await db.transaction(async (tx) => {
      const input = await merged(tx)
      await updatePersona(tx, userId, params.id!, { ...input, description: input.description ?? null })
    })
    return redirectWithToast(app, paths.persona(params.id!) + keepListQuery(url.search), {
      kind: 'success',
      title: 'Email list updated successfully',
      text: kept(),
    })
  },
  {
    edits: {
      parts: PERSONA_PARTS,
      read,
      lock: (tx, { userId, params }) => lockPersona(tx, userId, params.id!),
    },
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update email list')

/** The Edit Email List dialog. */
export default function EditPersonaDialog() {
  const { id, loaded } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const edit = useEdit(response, loaded)
  const [form, fields] = useActionForm<z.input<typeof NewPersona>>(response, { defaultValue: edit.values })
  const busy = useSubmitting()
  const closeTo = paths.persona(id) + keepListQuery(useLocation().search)
  return (
    <RouteDialog title="Edit Email List" closeTo={closeTo}>
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <EditFields edit={edit} />
        <PersonaFields fields={fields} />
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
