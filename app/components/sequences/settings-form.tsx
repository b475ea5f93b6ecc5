import { Form } from '@remix-run/react'
import { SEQUENCE_TIMEZONES } from '~/models/timezone'
import { Button } from '../button'
import { Card } from '../card'
import { CheckboxField } from '../checkbox-field'
import { FormErrors } from '../form-errors'
import { type PlainAnswer, usePlainForm } from '../plain-form'
import { SelectField } from '../select-field'
import { NumberField, TextareaField, TextField } from '../text-field'
import { useSubmitting } from '../use-submitting'

export interface SettingsFormProps {
  sequence: {
    name: string
    description: string | null
    timezone: string
    skipWeekends: boolean
    contactLimit: number | null
    senderAccountId: string | null
    sendAsEmail: string | null
    mailboxIds: string[]
    trackingEnabled: boolean
    startDay: string | null
  }
  mailboxes: { id: string; email: string; status: string; isDefault: boolean; aliases: string[] }[]
  /** The action's answer to a refused save. */
  answer: unknown
}

/** The Sequence Configuration card: one form. */
export function SettingsForm({ sequence, mailboxes, answer }: SettingsFormProps) {
  const { form, field, errors } = usePlainForm(answer, {
    name: sequence.name,
    description: sequence.description ?? undefined,
    timezone: sequence.timezone,
    skipWeekends: sequence.skipWeekends ? 'on' : undefined,
    contactLimit: sequence.contactLimit === null ? undefined : String(sequence.contactLimit),
    senderAccountId: sequence.senderAccountId ?? '',
    sendAsEmail: sequence.sendAsEmail ?? '',
    startDate: sequence.startDay ?? undefined,
    trackingEnabled: sequence.trackingEnabled ? 'on' : undefined,
  })
  const saving = useSubmitting({ name: 'intent', value: 'save' })
  const zones = [...new Set<string>([...SEQUENCE_TIMEZONES, sequence.timezone])]
  return (
    <Card title="Sequence Configuration">
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <input type="hidden" name="intent" value="save" />
        <FormErrors errors={errors} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={field('name')} label="Name" maxLength={200} required />
          <SelectField field={field('timezone')} label="Timezone" options={zones} />
        </div>
        <TextareaField field={field('description')} label="Description" rows={2} maxLength={2000} optional />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            field={field('contactLimit')}
            label="Contact limit"
            min={1}
            optional
            hint="At most this many people are enrolled, the earliest first."
          />
          <TextField
            field={field('startDate')}
            label="Start date"
            type="date"
            optional
            hint="Nobody gets a first mail before this day."
          />
        </div>
        <SenderFields
          sequence={sequence}
          mailboxes={mailboxes}
          field={field}
          ticked={tickedBoxes(answer) ?? sequence.mailboxIds}
        />
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <CheckboxField
            field={field('skipWeekends')}
            label="Skip weekends"
            hint="Changing it changes every step."
          />
          <CheckboxField
            field={field('trackingEnabled')}
            label="Track opens"
            hint="Without it, every mail without a reply counts as not opened."
          />
        </div>
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <Button busy={saving && 'Saving...'}>Save as Draft</Button>
          <p className="text-xs text-muted">Saves this card; a running sequence keeps running.</p>
        </div>
      </Form>
    </Card>
  )
}

type SenderProps = Pick<SettingsFormProps, 'sequence' | 'mailboxes'> & {
  field: ReturnType<typeof usePlainForm>['field']
  ticked: string[]
}

/** The mailboxes that a refused form had ticked. */
function tickedBoxes(answer: unknown): string[] | null {
  const typed = (answer as PlainAnswer | undefined)?.result?.initialValue
  return typed ? [typed.mailboxIds ?? []].flat().map(String) : null
}

/** Which mailbox, under which address; several mailboxes share the work. */
function SenderFields({ sequence, mailboxes, field, ticked }: SenderProps) {
  const fallback = mailboxes.find((box) => box.isDefault)
  const aliases = [
    ...new Set([
      ...mailboxes.flatMap((box) => box.aliases),
      ...(sequence.sendAsEmail ? [sequence.sendAsEmail] : []),
    ]),
  ]
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={field('senderAccountId')}
          label="Sender account"
          placeholder={fallback ? `Default sender (${fallback.email})` : 'Default sender'}
          options={mailboxes.map(({ id, email, status }) => ({
            value: id,
            label: status === 'connected' ? email : `${email} (${status})`,
          }))}
        />
        <SelectField
          field={field('sendAsEmail')}
          label="Send-as alias"
          placeholder="The mailbox's own address"
          options={aliases}
          hint="Used by the mailbox that the alias belongs to."
        />
      </div>
      {mailboxes.length > 1 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">Mailboxes</legend>
          <p className="mb-1.5 text-xs text-muted">
            Tick several to share the work; each contact keeps one. They replace the sender account.
          </p>
          {mailboxes.map(({ id, email, status }) => (
            <CheckboxField
              key={id}
              field={{ ...field('mailboxIds'), id: `mailbox-${id}`, errors: undefined }}
              value={id}
              label={
                <span className="break-all">{status === 'connected' ? email : `${email} (${status})`}</span>
              }
              defaultChecked={ticked.includes(id)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
