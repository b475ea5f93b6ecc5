import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { type PlainAnswer, useFailureToast, usePlainForm } from '~/components/forms/plain-form'
import { NumberField } from '~/components/forms/text-field'
import { useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { ReviewedFields } from '../versions/reviewed-fields'
import { type BasicSettings, basicDefaults, NameFields } from './basic-fields'
import { SaveRow } from './save-row'
import { EVERY_DAY, ScheduleFields } from './schedule-fields'
import { type MailboxChoice, SenderFields } from './sender-fields'

export interface SettingsFormProps {
  sequence: BasicSettings & {
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
  mailboxes: MailboxChoice[]
  /** The action's response: a refused or reviewed save. */
  answer: unknown
}

/** The form with all settings of a sequence. */
export function SettingsForm({ sequence, mailboxes, answer }: SettingsFormProps) {
  const { form, field, errors } = usePlainForm(answer, {
    ...basicDefaults(sequence),
    contactLimit: sequence.contactLimit?.toString(),
    maxEmailsPerContactPerWeek: sequence.maxEmailsPerContactPerWeek?.toString(),
    senderAccountId: sequence.senderAccountId ?? '',
    sendAsEmail: sequence.sendAsEmail ?? '',
    startDate: sequence.startDay ?? undefined,
    trackingEnabled: sequence.trackingEnabled ? 'on' : undefined,
    latestSendTime: sequence.latestSendTime ?? undefined,
    holidays: sequence.holidays ?? '',
    holidayDates: sequence.holidayDates.join(', '),
    useContactTimezone: sequence.useContactTimezone ? 'on' : undefined,
  })
  useUnsavedGuard(form, { answer })
  const days = sequence.sendDays ?? EVERY_DAY
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      className="rounded-lg border border-line bg-surface shadow-card [&_:is(input,select,textarea)]:scroll-mb-24"
    >
      <InstantToast toast={useFailureToast(answer, 'Failed to update sequence')} />
      <input type="hidden" name="intent" value="save" />
      <div className="px-4 py-5 sm:px-5">
        <ReviewedFields answer={answer}>
          <FormErrors errors={errors} />
          <div className="space-y-6 divide-y divide-line *:not-last:pb-6">
            <Section title="General" text="What the sequence is called, and the time zone of its send times.">
              <NameFields field={field} timezone={sequence.timezone} />
            </Section>
            <Section title="Days and times" text="When emails may leave.">
              <ScheduleFields
                field={field}
                timezone={sequence.timezone}
                ticked={tickedIn(answer, 'sendDays')?.map(Number) ?? days}
              />
            </Section>
            <Section title="Sender" text="Which addresses the emails come from.">
              <SenderFields
                field={field}
                mailboxes={mailboxes}
                sendAsEmail={sequence.sendAsEmail}
                ticked={tickedIn(answer, 'mailboxIds') ?? sequence.mailboxIds}
              />
            </Section>
            <Section title="Limits" text="How many contacts it takes, and how often one is emailed.">
              <div className="grid gap-4 sm:grid-cols-2">
                <NumberField
                  field={field('contactLimit')}
                  label="Contact limit"
                  min={1}
                  optional
                  hint="The maximum number of contacts to enroll, earliest first."
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
            </Section>
            <Section title="Tracking" text="Whether opens are counted.">
              <CheckboxField
                field={field('trackingEnabled')}
                label="Track opens"
                hint="If off, every email without a reply counts as not opened."
              />
            </Section>
          </div>
        </ReviewedFields>
      </div>
      <div className="sticky bottom-0 z-10 rounded-b-lg border-t border-line bg-surface px-4 py-3 sm:px-5">
        <SaveRow answer={answer} label="Save" note="A running sequence keeps running." primary />
      </div>
    </Form>
  )
}

/** A group of fields, with its title beside it where there is room. */
const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,42rem)]">
    <div>
      <h2 className="text-sm font-semibold">{title}</h2>
      <p className="text-xs text-muted">{text}</p>
    </div>
    <div className="min-w-0 space-y-4">{children}</div>
  </section>
)

/** The boxes of this name that are ticked in a refused form; null if the form was not refused. */
function tickedIn(answer: unknown, name: string): string[] | null {
  const typed = (answer as PlainAnswer | undefined)?.result?.initialValue
  return typed ? [typed[name] ?? []].flat().map(String) : null
}
