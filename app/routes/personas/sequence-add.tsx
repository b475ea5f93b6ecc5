import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { getPersona, listPersonaSequences } from '~/models/personas/persona.server'
import { linkPersona } from '~/models/sequences/run.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { paths } from '~/paths'

export const meta = titled('Add to Sequence')

const AddForm = z.object({ sequenceId: z.uuid({ error: 'Please select a sequence' }) })

const STATUS = { draft: 'Draft', running: 'Running', paused: 'Paused' } as const

export const loader = page(async ({ db, userId, params }) => {
  const { name } = await getPersona(db, userId, params.id!)
  const [all, linked] = await Promise.all([
    listSequences(db, userId, { limit: 1000 }),
    listPersonaSequences(db, userId, params.id!),
  ])
  const taken = new Set(linked.map((sequence) => sequence.id))
  return {
    name,
    any: all.rows.length > 0,
    choices: all.rows
      .filter((sequence) => !taken.has(sequence.id))
      .map((sequence) => ({ value: sequence.id, label: `${sequence.name} (${STATUS[sequence.status]})` })),
  }
})

export const action = formAction(AddForm, async ({ sequenceId }, { app, db, userId, params, url }) => {
  await linkPersona(db, userId, sequenceId, params.id!, await app.clock.now(), app.secrets)
  return redirectWithToast(app, paths.personas() + keepListQuery(url.search), {
    kind: 'success',
    title: 'Email list added to sequence',
  })
})

const FAILED = 'Failed to link email list to sequence'

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog that links an email list to a sequence. */
export default function AddToSequenceDialog() {
  const { name, any, choices } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof AddForm>>(response)
  const failure = useFailureToast(response, FAILED, true)
  const busy = useSubmitting()
  const closeTo = paths.personas() + keepListQuery(useLocation().search)
  if (choices.length === 0) {
    return (
      <RouteDialog title="Add to Sequence" closeTo={closeTo} size="sm">
        <p className="text-sm text-muted">
          {any ? `"${name}" is already linked to all your sequences.` : 'You have no sequences yet.'}
        </p>
        <DialogActions>
          <CancelLink to={closeTo} />
          <LinkButton variant="primary" to={paths.sequences()}>
            Go to Sequences
          </LinkButton>
        </DialogActions>
      </RouteDialog>
    )
  }
  return (
    <RouteDialog
      title="Add to Sequence"
      description={`The sequence enrolls the contacts of "${name}".`}
      closeTo={closeTo}
    >
      <InstantToast toast={failure} />
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <SelectField
          field={fields.sequenceId}
          label="Sequence"
          placeholder="Choose a sequence"
          options={choices}
          hint="A running sequence enrolls them immediately, a draft when you activate it. A contact can be enrolled in a sequence only once."
        />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Adding...'}>
            Add to Sequence
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
