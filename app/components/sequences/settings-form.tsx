import { Form } from '@remix-run/react'
import { useRef } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { type PlainAnswer, useFailureToast, usePlainForm } from '~/components/forms/plain-form'
import { SelectField } from '~/components/forms/select-field'
import { NumberField, TextareaField, TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import { Address } from '~/components/ui/address'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { SEQUENCE_TIMEZONES } from '~/models/shared/timezone'
import { paths } from '~/paths'
import { DaysForm } from './days-form'
import { SettingsSection } from './settings-section'
import { ReviewActions, ReviewedFields, reviewIn } from './versions/reviewed-fields'

export interface SettingsFormProps {
  sequence: {
    id: string
    name: string
    description: string | null
    timezone: string
    skipWeekends: boolean
    contactLimit: number | null
    maxEmailsPerContactPerWeek: number | null
    senderAccountId: string | null
    sendAsEmail: string | null
    mailboxIds: string[]
    trackingEnabled: boolean
    sendDays: number[] | null
    latestSendTime: string | null
    holidays: string | null
    holidayDates: string[]
    useContactTimezone: boolean
    startDay: string | null
  }
  mailboxes: {
    id: string
    email: string
    status: string
    isDefault: boolean
    canRead: boolean
    aliases: string[]
  }[]
  /** The action's response to a refused save. */
  answer: unknown
}

/** The Sequence Configuration card: a form for the sequence's basics, one for its sending options and one for its days. */
export function SettingsForm({ sequence, mailboxes, answer }: SettingsFormProps) {
  const place = useRef<HTMLDivElement>(null)
  const { id } = sequence
  const tabs = [
    ...[paths.sequencePeople(id), paths.sequenceForecast(id)],
    ...[paths.sequenceReport(id), paths.sequenceVersions(id)],
  ]
  // Everything else below the sequence's URL is a dialog over this screen, or a button that leads back to it.
  const stays = (path: string) =>
    `${path}/`.startsWith(`${paths.sequence(id)}/`) && !tabs.some((tab) => path.startsWith(tab))
  useUnsavedGuard(place, { answer, stays })
  return (
    <Card title="Sequence Configuration">
      <InstantToast toast={useFailureToast(answer, 'Failed to update sequence')} />
      <div ref={place}>
        <DraftForm sequence={sequence} answer={answerTo(answer, 'save')} />
        <SendingForm {...{ sequence, mailboxes }} answer={answerTo(answer, 'sending')} />
        <DaysForm sequence={sequence} answer={answerTo(answer, 'days')} />
      </div>
    </Card>
  )
}

/** The response, if it belongs to this one of the forms. */
function answerTo(answer: unknown, intent: string) {
  const given = answer as PlainAnswer | undefined
  return given?.result?.initialValue?.intent === intent ? given : undefined
}

function DraftForm({ sequence, answer }: Omit<SettingsFormProps, 'mailboxes'>) {
  const { form, field, errors } = usePlainForm(answer, {
    name: sequence.name,
    description: sequence.description ?? undefined,
    timezone: sequence.timezone,
    skipWeekends: sequence.skipWeekends ? 'on' : undefined,
  })
  const saving = useSubmitting({ name: 'intent', value: 'save' })
  const review = reviewIn(answer)
  const zones = [...new Set<string>([...SEQUENCE_TIMEZONES, sequence.timezone])]
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
      <input type="hidden" name="intent" value="save" />
      <ReviewedFields answer={answer}>
        <FormErrors errors={errors} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={field('name')} label="Name" maxLength={200} required />
          <SelectField field={field('timezone')} label="Timezone" options={zones} />
        </div>
        <TextareaField field={field('description')} label="Description" rows={2} maxLength={2000} optional />
        <CheckboxField
          field={field('skipWeekends')}
          label="Skip weekends"
          hint="Changing this updates every step."
        />
      </ReviewedFields>
      {review ? (
        <div className="flex flex-wrap justify-end gap-2">
          <ReviewActions review={review} busy={saving && 'Saving...'} />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <Button busy={saving && 'Saving...'}>Save as Draft</Button>
          <p className="text-xs text-muted">Saves the fields above; a running sequence keeps running.</p>
        </div>
      )}
    </Form>
  )
}

function SendingForm({ sequence, mailboxes, answer }: SettingsFormProps) {
  const { form, field, errors } = usePlainForm(answer, {
    contactLimit: sequence.contactLimit === null ? undefined : String(sequence.contactLimit),
    maxEmailsPerContactPerWeek: sequence.maxEmailsPerContactPerWeek?.toString(),
    senderAccountId: sequence.senderAccountId ?? '',
    sendAsEmail: sequence.sendAsEmail ?? '',
    startDate: sequence.startDay ?? undefined,
    trackingEnabled: sequence.trackingEnabled ? 'on' : undefined,
  })
  return (
    <SettingsSection
      form={form}
      title="Sending"
      intent="sending"
      errors={errors}
      submit="Save Sending Options"
      answer={answer}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          field={field('contactLimit')}
          label="Contact limit"
          min={1}
          optional
          hint="The maximum number of contacts to enroll, earliest first."
        />
        <TextField
          field={field('startDate')}
          label="Start date"
          type="date"
          optional
          hint="No contact gets a first email before this day."
        />
        <NumberField
          field={field('maxEmailsPerContactPerWeek')}
          label="Emails per contact in 7 days"
          min={1}
          max={100}
          optional
          hint="Counts the emails of all sequences. Leave it empty for the limit in Settings."
        />
      </div>
      <SenderFields
        sequence={sequence}
        mailboxes={mailboxes}
        field={field}
        ticked={tickedBoxes(answer) ?? sequence.mailboxIds}
      />
      <CheckboxField
        field={field('trackingEnabled')}
        label="Track opens"
        hint="If off, every email without a reply counts as not opened."
      />
    </SettingsSection>
  )
}

/** What to know of a mailbox in a list of choices: " (paused)", or nothing. */
const notesOf = ({ status, canRead }: SettingsFormProps['mailboxes'][number]) => {
  const notes = [status !== 'connected' && status, !canRead && 'no IMAP: replies cannot be read'].filter(
    Boolean,
  )
  return notes.length > 0 ? ` (${notes.join(', ')})` : ''
}

type SenderProps = Pick<SettingsFormProps, 'sequence' | 'mailboxes'> & {
  field: ReturnType<typeof usePlainForm>['field']
  ticked: string[]
}

/** The mailboxes ticked in a refused form. */
function tickedBoxes(answer: unknown): string[] | null {
  const typed = (answer as PlainAnswer | undefined)?.result?.initialValue
  return typed ? [typed.mailboxIds ?? []].flat().map(String) : null
}

/** The sender mailbox and address; several mailboxes share the sending. */
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
          options={mailboxes.map((box) => ({ value: box.id, label: box.email + notesOf(box) }))}
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
            Select several to share the sending; each contact keeps one mailbox. They replace the sender
            account.
          </p>
          {mailboxes.map((box) => (
            <CheckboxField
              key={box.id}
              field={{ ...field('mailboxIds'), id: `mailbox-${box.id}`, errors: undefined }}
              value={box.id}
              label={
                <>
                  <Address>{box.email}</Address>
                  {notesOf(box)}
                </>
              }
              defaultChecked={ticked.includes(box.id)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
