import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { FormEvent } from 'react'
import { z } from 'zod'
import { responseTo, useActionForm, useRefusalToast } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { SelectField } from '~/components/forms/select-field'
import { NumberField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { OperationsCard } from '~/components/settings/operations'
import { SettingsHead } from '~/components/settings/settings-tabs'
import { WhatIsKept } from '~/components/settings/what-is-kept'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { ContactSettingsForm } from '~/models/accounts/contact-settings'
import { getContactSettings, saveContactSettings } from '~/models/accounts/contact-settings.server'
import { setTimezone } from '~/models/accounts/user.server'
import { isFirstAccount, readOperations } from '~/models/reports/operations.server'
import { isTimezone, listTimezones } from '~/models/shared/timezone'
import { paths } from '~/paths'
import { VERSION } from '~/version'

export const meta = titled('Settings')

export const loader = page(async ({ app, db, userId, user }) => ({
  contacts: await getContactSettings(db, userId),
  timezone: user.timezone,
  timezones: listTimezones(user.timezone),
  keepDays: app.env.keepDays,
  operations: (await isFirstAccount(db, userId)) ? await readOperations(db, await app.clock.now()) : null,
  version: VERSION,
}))

const SettingsForm = z.discriminatedUnion('intent', [
  ContactSettingsForm.extend({ intent: z.literal('contacts') }),
  z.object({
    intent: z.literal('timezone'),
    timezone: z.string({ error: 'Choose a time zone' }).refine(isTimezone, 'Choose a time zone'),
  }),
])

const FAILED = 'Failed to update settings'

export const action = formAction(
  SettingsForm,
  async (input, { app, db, userId }) => {
    if (input.intent === 'timezone') await setTimezone(db, userId, input.timezone)
    else {
      const { intent: _, ...contacts } = input
      await saveContactSettings(db, userId, contacts)
    }
    return redirectWithToast(app, paths.settings(), { kind: 'success', title: 'Settings Saved' })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Settings for all contacts and times of the user. */
export default function Settings() {
  const { timezone, keepDays, operations, version } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  return (
    <>
      <SettingsHead />
      <div className="max-w-2xl space-y-4">
        <Card
          title="Contact Filtering Settings"
          description="Stop emailing contacts who never open, which protects the reputation of your mailboxes."
        >
          <ContactsForm />
        </Card>
        <Card
          title="Time Zone"
          description="All times are shown in this zone. Each sequence has its own time zone for sending."
        >
          <TimezoneForm key={timezone} />
        </Card>
        <WhatIsKept keepDays={keepDays} />
        {operations && <OperationsCard operations={operations} />}
        <p className="text-sm text-muted">Coldframe {version}</p>
      </div>
      <InstantToast toast={useRefusalToast(response, 'Error')} />
    </>
  )
}

function ContactsForm() {
  const { contacts } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.output<typeof ContactSettingsForm>>(
    responseTo('contacts', useActionData<typeof action>()),
    { defaultValue: contacts, onSubmit: fallBack },
  )
  return (
    <Form {...getFormProps(form)} method="post" className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <input type="hidden" name="intent" value="contacts" />
      <NumberField
        field={fields.maxContinuousNotOpens}
        label="Maximum consecutive unopened emails"
        hint="A whole number from 1 to 50. A contact who reaches this number is suppressed, and their sequences end."
        min={1}
        max={50}
        step={1}
        className="max-w-sm"
      />
      <SelectField
        field={fields.otherReplies}
        label="Other sequences when a contact replies"
        hint="The sequence they replied to continues with its replied branch."
        options={OTHER_REPLY_WORDS}
        className="max-w-sm"
      />
      <NumberField
        field={fields.maxEmailsPerContactPerWeek}
        label="Emails per contact in 7 days"
        hint="The emails of all sequences count. Further emails wait until they fit. A sequence can have a limit of its own."
        min={1}
        max={100}
        step={1}
        optional
        className="max-w-sm"
      />
      <CheckboxField
        field={fields.oneSequencePerContact}
        label="One sequence per contact at a time"
        hint="A contact in several sequences gets the emails of the one it entered first; the others wait until that one has ended."
      />
      <SelectField
        field={fields.companyReply}
        label="Colleagues’ sequences when a contact replies"
        hint="Colleagues are contacts with the same email domain, except at free email providers."
        options={OTHER_REPLY_WORDS}
        className="max-w-sm"
      />
      <SaveButton intent="contacts" />
    </Form>
  )
}

function TimezoneForm() {
  const { timezone, timezones } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<{ timezone: string }>(
    responseTo('timezone', useActionData<typeof action>()),
    { defaultValue: { timezone } },
  )
  return (
    <Form {...getFormProps(form)} method="post" className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <input type="hidden" name="intent" value="timezone" />
      <SelectField
        field={fields.timezone}
        label="Your time zone"
        options={timezones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        className="max-w-sm"
      />
      <SaveButton intent="timezone" />
    </Form>
  )
}

/** Empties become 1, as on the server, and the field shows it. */
function fallBack({ currentTarget }: FormEvent<HTMLFormElement>) {
  const field = currentTarget.elements.namedItem('maxContinuousNotOpens') as HTMLInputElement
  if (field.value === '') field.value = '1'
}

/** Shown if the settings cannot be loaded. */
export const ErrorBoundary = () => (
  <RouteError failure="Failed to load settings. Please try refreshing the page." />
)

const OTHER_REPLY_WORDS = [
  { value: 'hold', label: 'Pause for 7 days' },
  { value: 'stop', label: 'End' },
  { value: 'ignore', label: 'Continue unchanged' },
]

function SaveButton({ intent }: { intent: string }) {
  const busy = useSubmitting({ name: 'intent', value: intent })
  return (
    <Button variant="primary" busy={busy && 'Saving...'}>
      Save
    </Button>
  )
}
