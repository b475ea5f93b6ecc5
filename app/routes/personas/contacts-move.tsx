import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { isId } from '~/http/validate'
import { moveAllContacts, moveBetweenLists } from '~/models/personas/contacts.server'
import { getPersona, listPersonas } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Move Contacts')

const CHOOSE = 'Choose at least one contact'

const MoveForm = z
  .object({
    personaId: z.uuid({ error: 'Please select a destination email list' }),
    /** All contacts of the list, whatever ids are listed. */
    all: z.literal('1').optional(),
    contactIds: z
      .array(z.uuid({ error: CHOOSE }))
      .max(10_000)
      .default([]),
  })
  .refine(({ all, contactIds }) => all || contactIds.length > 0, { path: ['contactIds'], message: CHOOSE })

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, name, contactCount } = await getPersona(db, userId, params.id!)
  const all = url.searchParams.get('all') === '1' && contactCount > 0
  const { rows } = await listPersonas(db, userId, { limit: 1000 })
  return {
    id,
    name,
    all,
    contactIds: all ? [] : url.searchParams.getAll('contactId').filter(isId),
    count: all ? contactCount : url.searchParams.getAll('contactId').filter(isId).length,
    choices: rows.filter((list) => list.id !== id).map((list) => ({ value: list.id, label: list.name })),
    closeTo: paths.persona(id) + keepListQuery(url.search),
  }
})

export const action = formAction(
  MoveForm,
  async ({ personaId, all, contactIds }, { app, db, userId, params, url }) => {
    const lists = { sourcePersonaId: params.id!, destinationPersonaId: personaId }
    const now = await app.clock.now()
    const { movedCount, skippedCount } = all
      ? await moveAllContacts(db, userId, lists, now, app.secrets)
      : await moveBetweenLists(db, userId, { ...lists, contactIds }, now, app.secrets)
    return redirectWithToast(app, paths.persona(params.id!) + keepListQuery(url.search), {
      kind: 'success',
      title: `Moved ${movedCount} contact(s). Skipped ${skippedCount} duplicate(s).`,
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to move contacts')

/** The Move Contacts dialog; the ids of the ticked contacts are in its URL. */
export default function MoveContactsDialog() {
  const { name, all, count, contactIds, choices, closeTo } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof MoveForm>>(useActionData<typeof action>())
  const busy = useSubmitting()
  const nothing =
    count === 0 ? `${CHOOSE} first.` : choices.length === 0 ? 'There is no other email list yet.' : null
  if (nothing) {
    return (
      <RouteDialog title="Move Contacts to Email List" closeTo={closeTo} size="sm">
        <p className="text-sm text-muted">{nothing}</p>
        <DialogActions>
          <CancelLink to={closeTo} />
          {count > 0 && (
            <LinkButton variant="primary" to={paths.newPersona()}>
              Create Email List
            </LinkButton>
          )}
        </DialogActions>
      </RouteDialog>
    )
  }
  return (
    <RouteDialog
      title="Move Contacts to Email List"
      description={`${count.toLocaleString('en-US')} selected from "${name}". Contacts already in the other list stay here.`}
      closeTo={closeTo}
    >
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        {all && <input type="hidden" name="all" value="1" />}
        {contactIds.map((id) => (
          <input key={id} type="hidden" name="contactIds" value={id} />
        ))}
        <SelectField
          field={fields.personaId}
          label="Destination email list"
          placeholder="Choose an email list"
          options={choices}
          hint="Sequences linked to that list enroll the contacts. Current enrollments continue."
        />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Moving...'}>
            Move Contacts
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
