import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { OnceField } from '~/components/forms/once'
import { SelectField } from '~/components/forms/select-field'
import { NumberField, TextareaField, TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence } from '~/models/sequences/sequence.server'
import { SEQUENCE_TIMEZONES, suggestTimezone } from '~/models/shared/timezone'
import { paths } from '~/paths'

export const meta = titled('Create Sequence')

export const loader = page(async ({ user }) => ({
  timezone: suggestTimezone(user.timezone),
}))

export const action = formAction(
  NewSequence,
  async (input, { app, db, userId }) => {
    const { id } = await createSequence(db, userId, input)
    return redirectWithToast(app, paths.sequence(id), {
      kind: 'success',
      title: 'Sequence created successfully',
    })
  },
  { once: {} },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create sequence')

/** The Create Sequence dialog. */
export default function NewSequenceDialog() {
  const response = useActionData<typeof action>()
  const { timezone } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof NewSequence>>(response, { defaultValue: { timezone } })
  const busy = useSubmitting()
  return (
    <RouteDialog title="Create Sequence" description="You add its steps next." closeTo={paths.sequences()}>
      <InstantToast toast={useFailureToast(response, 'Failed to create sequence')} />
      <Form {...getFormProps(form)} method="post" className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <OnceField />
        <TextField field={fields.name} label="Name" maxLength={200} required />
        <TextareaField field={fields.description} label="Description" rows={2} maxLength={2000} optional />
        <SelectField
          field={fields.timezone}
          label="Timezone"
          options={SEQUENCE_TIMEZONES}
          hint="Send times and days use this time zone."
        />
        <NumberField
          field={fields.contactLimit}
          label="Contact limit"
          min={1}
          optional
          hint="The maximum number of contacts to enroll, earliest first."
        />
        <CheckboxField
          field={fields.skipWeekends}
          label="Skip weekends"
          hint="Emails that fall on a Saturday or Sunday go out on Monday."
        />
        <DialogActions>
          <CancelLink to={paths.sequences()} />
          <Button variant="primary" busy={busy && 'Creating...'}>
            Create Sequence
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
