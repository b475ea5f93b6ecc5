import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { OnceField } from '~/components/forms/once'
import { useFailureToast, usePlainForm } from '~/components/forms/plain-form'
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
  const { form, field, errors } = usePlainForm(response, { timezone })
  const busy = useSubmitting()
  return (
    <RouteDialog title="Create Sequence" description="You add its steps next." closeTo={paths.sequences()}>
      <InstantToast toast={useFailureToast(response, 'Failed to create sequence')} />
      <Form ref={form} method="post" noValidate className="space-y-4">
        <FormErrors errors={errors} />
        <OnceField />
        <TextField field={field('name')} label="Name" maxLength={200} required />
        <TextareaField field={field('description')} label="Description" rows={2} maxLength={2000} optional />
        <SelectField
          field={field('timezone')}
          label="Timezone"
          options={SEQUENCE_TIMEZONES}
          hint="Send times and days use this time zone."
        />
        <NumberField
          field={field('contactLimit')}
          label="Contact limit"
          min={1}
          optional
          hint="The maximum number of contacts to enroll, earliest first."
        />
        <CheckboxField
          field={field('skipWeekends')}
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
