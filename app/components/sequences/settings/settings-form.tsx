import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { NumberField } from '~/components/forms/text-field'
import type { LoadedEdit } from '~/models/shared/forms/edits'
import { NameFields } from './basic-fields'
import { type MailboxChoice, SETTINGS_PARTS, type StoredSettings, settingsWords } from './edits'
import { ScheduleFields } from './schedule-fields'
import { SenderFields } from './sender-fields'
import { SequenceForm } from './sequence-form'

export interface SettingsFormProps {
  sequence: StoredSettings
  mailboxes: MailboxChoice[]
  /** What the form is loaded with. */
  loaded: LoadedEdit
  /** The action's response: a refused or reviewed save. */
  response: unknown
}

/** The form with all settings of a sequence. */
export const SettingsForm = ({ mailboxes, ...props }: SettingsFormProps) => (
  <SequenceForm
    {...props}
    words={settingsWords(mailboxes)}
    label="Save"
    primary
    className="rounded-lg border border-line bg-surface shadow-card [&_:is(input,select,textarea)]:scroll-mb-24"
    bodyClass="px-4 py-5 sm:px-5"
    footClass="sticky bottom-0 z-10 rounded-b-lg border-t border-line bg-surface px-4 py-3 sm:px-5"
  >
    {(fields) => (
      <div className="space-y-6 divide-y divide-line *:not-last:pb-6">
        <Section title="General" text="What the sequence is called, and the time zone of its send times.">
          <NameFields fields={fields} timezone={props.sequence.timezone} />
        </Section>
        <Section title="Days and times" text="When emails may leave.">
          <ScheduleFields fields={fields} timezone={props.sequence.timezone} />
        </Section>
        <Section title="Sender" text="Which addresses the emails come from.">
          <SenderFields fields={fields} mailboxes={mailboxes} sendAsEmail={props.sequence.sendAsEmail} />
        </Section>
        <Section title="Limits" text="How many contacts it takes, and how often one is emailed.">
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              field={fields.contactLimit}
              label={SETTINGS_PARTS.contactLimit}
              min={1}
              optional
              hint="The maximum number of contacts to enroll, earliest first."
            />
            <NumberField
              field={fields.maxEmailsPerContactPerWeek}
              label={SETTINGS_PARTS.maxEmailsPerContactPerWeek}
              min={1}
              max={100}
              optional
              hint="Counts the emails of all sequences. Leave it empty for the limit in Settings."
            />
          </div>
        </Section>
        <Section title="Tracking" text="Whether opens are counted.">
          <CheckboxField
            field={fields.trackingEnabled}
            label={SETTINGS_PARTS.trackingEnabled}
            hint="If off, every email without a reply counts as not opened."
          />
        </Section>
      </div>
    )}
  </SequenceForm>
)

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
