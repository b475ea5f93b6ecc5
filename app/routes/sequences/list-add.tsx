import { getFormProps } from '@conform-to/react'
import { Form, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { count } from '~/components/sequences/step-words'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { listPersonas } from '~/models/personas/persona.server'
import { linkPersona, listLinkedPersonas } from '~/models/sequences/run.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { paths } from '~/paths'

export const meta = titled('Add Email List')

const CHOOSE = 'Please select an email list'
const LinkForm = z.object({ personaId: z.uuid({ error: CHOOSE }) })

export const loader = page(async ({ db, userId, params, url }) => {
  const id = params.id!
  const { status } = await getSequence(db, userId, id)
  const [lists, linked] = await Promise.all([
    listPersonas(db, userId, { limit: 1000 }),
    listLinkedPersonas(db, userId, id),
  ])
  const taken = new Set(linked.map((list) => list.id))
  const free = lists.rows.filter((list) => !taken.has(list.id))
  return {
    id,
    status,
    any: lists.rows.length > 0,
    /** The list that was just created in the dialog on top. */
    made: url.searchParams.get('personaId') ?? undefined,
    lists: free.map(({ id: value, name, contactCount }) => ({ value, name, contactCount })),
  }
})

export const action = formAction(LinkForm, async ({ personaId }, { app, db, userId, params }) => {
  const id = params.id!
  await linkPersona(db, userId, id, personaId, await app.clock.now(), app.secrets)
  return redirectWithToast(app, paths.sequence(id), {
    kind: 'success',
    title: 'Email list added to sequence',
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add email list to sequence')

/** The Add Email List dialog. */
export default function AddListDialog() {
  const { id, made } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const failure = useFailureToast(response, 'Failed to add email list to sequence', true)
  return (
    <>
      <RouteDialog title="Add Email List" closeTo={paths.sequence(id)}>
        <ChooseList key={made} response={response} />
        <InstantToast toast={failure} />
      </RouteDialog>
      <Outlet />
    </>
  )
}

function ChooseList({ response }: { response: unknown }) {
  const { id, status, any, lists, made } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof LinkForm>>(response, {
    defaultValue: { personaId: made },
  })
  const busy = useSubmitting()
  const closeTo = paths.sequence(id)
  const create = (
    <LinkButton
      to={paths.listBeside(paths.linkPersona(id))}
      preventScrollReset
      variant={lists.length === 0 ? 'primary' : 'ghost'}
      className="mr-auto"
    >
      Create New Email List
    </LinkButton>
  )
  if (lists.length === 0) {
    return (
      <>
        <p className="text-sm text-muted">
          {any ? 'All your email lists are already linked.' : 'You have no email lists yet.'}
        </p>
        <DialogActions>
          {create}
          <CancelLink to={closeTo} />
        </DialogActions>
      </>
    )
  }
  return (
    <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <SelectField
        field={fields.personaId}
        label="Email list"
        placeholder="Choose an email list"
        options={lists.map(({ value, name, contactCount }) => ({
          value,
          label: `${name} (${count(contactCount, 'contact')})`,
        }))}
        hint={
          status === 'draft'
            ? 'Its contacts are enrolled when you activate the sequence.'
            : 'Its contacts are enrolled immediately, unless they were enrolled before.'
        }
      />
      <DialogActions>
        {create}
        <CancelLink to={closeTo} />
        <Button variant="primary" busy={busy && 'Adding...'}>
          Add Email List
        </Button>
      </DialogActions>
    </Form>
  )
}
