import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { isId } from '~/http/validate'
import type { EnrollResult } from '~/models/enrollments/enrollment.server'
import { enrollByIds } from '~/models/sequences/run.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { paths } from '~/paths'
import { belowChosen } from './addresses'

export const meta = titled('Add to Sequence')

const CHOOSE = 'Choose at least one contact'

const AddForm = z.object({
  sequenceId: z.uuid({ error: 'Please select a sequence' }),
  contactIds: z
    .array(z.uuid({ error: CHOOSE }), { error: CHOOSE })
    .min(1, CHOOSE)
    .max(1000),
})

const STATUS = { draft: 'Draft', running: 'Running', paused: 'Paused' } as const

export const loader = page(async ({ db, userId, url }) => {
  const { rows } = await listSequences(db, userId, { limit: 1000 })
  return {
    contactIds: [...new Set(url.searchParams.getAll('contactId').filter(isId))].slice(0, 1000),
    choices: rows.map(({ id, name, status }) => ({ value: id, label: `${name} (${STATUS[status]})` })),
    closeTo: belowChosen(url),
  }
})

const FAILED = 'Failed to add contacts to sequence'

export const action = formAction(
  AddForm,
  async ({ sequenceId, contactIds }, { app, db, userId, url }) => {
    const result = await enrollByIds(db, userId, sequenceId, contactIds, await app.clock.now(), app.secrets)
    const added = 'jobId' in result ? contactIds.length : result.enrolled
    return redirectWithToast(app, belowChosen(url), {
      kind: 'success',
      title: `Added ${added} contact(s) to sequence successfully`,
      ...('jobId' in result ? {} : leftOut(result)),
    })
  },
  { failure: FAILED },
)

/** How many contacts were not enrolled, by reason. */
function leftOut({ already, reasons, overLimit }: EnrollResult) {
  const { unsubscribed = 0, suppressed = 0, hardBounced = 0, domain = 0 } = reasons
  const parts = [
    already > 0 && `${already} already enrolled once`,
    unsubscribed > 0 && `${unsubscribed} unsubscribed`,
    suppressed > 0 && `${suppressed} suppressed`,
    hardBounced > 0 && `${hardBounced} bounced`,
    domain > 0 && `${domain} at a blocked domain`,
    overLimit > 0 && `${overLimit} over the sequence's contact limit`,
  ].filter(Boolean)
  return parts.length > 0 ? { text: `Not added: ${parts.join(', ')}.` } : {}
}

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog that enrolls the ticked contacts; their ids are in its URL. */
export default function AddContactsToSequenceDialog() {
  const { contactIds, choices, closeTo } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof AddForm>>(response)
  const failure = useFailureToast(response, FAILED, true)
  const busy = useSubmitting()
  const nothing =
    contactIds.length === 0 ? `${CHOOSE} first.` : choices.length === 0 ? 'You have no sequences yet.' : null
  if (nothing) {
    return (
      <RouteDialog title="Add to Sequence" closeTo={closeTo} size="sm">
        <p className="text-sm text-muted">{nothing}</p>
        <DialogActions>
          <CancelLink to={closeTo} />
          {contactIds.length > 0 && (
            <LinkButton variant="primary" to={paths.sequences()}>
              Go to Sequences
            </LinkButton>
          )}
        </DialogActions>
      </RouteDialog>
    )
  }
  return (
    <RouteDialog
      title="Add to Sequence"
      description={`${contactIds.length} ${contactIds.length === 1 ? 'contact' : 'contacts'} selected.`}
      closeTo={closeTo}
    >
      <InstantToast toast={failure} />
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        {contactIds.map((id) => (
          <input key={id} type="hidden" name="contactIds" value={id} />
        ))}
        <SelectField
          field={fields.sequenceId}
          label="Sequence"
          placeholder="Choose a sequence"
          options={choices}
          hint="A running sequence schedules their first email at once. A contact can be enrolled in a sequence only once."
        />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Adding...'}>
            Add {contactIds.length} to Sequence
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
