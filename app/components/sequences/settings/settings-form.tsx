import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { type Edit, EditFields, useEdit, useFocusAfterMerge } from '~/components/forms/edits'
import { type PlainResponse, useFailureToast, usePlainForm } from '~/components/forms/plain-form'
import { NumberField } from '~/components/forms/text-field'
import { useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import type { LoadedEdit } from '~/models/shared/forms/edits'
import { ReviewedFields } from '../versions/reviewed-fields'
import { NameFields, runningNote } from './basic-fields'
import { type MailboxChoice, SETTINGS_PARTS, type StoredSettings, settingsWords } from './edits'
import { SaveRow } from './save-row'
import { ScheduleFields } from './schedule-fields'
import { SenderFields } from './sender-fields'

export interface SettingsFormProps {
  sequence: StoredSettings
  mailboxes: MailboxChoice[]
  /** What the form is loaded with. */
  loaded: LoadedEdit
  /** The action's response: a refused or reviewed save. */
  response: unknown
}

/** The form with all settings of a sequence. */
export function SettingsForm(props: SettingsFormProps) {
  const edit = useEdit(props.response, props.loaded)
  return <Settings key={edit.key} {...props} edit={edit} />
}

function Settings({ sequence, mailboxes, response, edit }: SettingsFormProps & { edit: Edit }) {
  const { form, field, errors } = usePlainForm(response, edit.initial)
  useFocusAfterMerge(edit.key, form)
  useUnsavedGuard(form, { response })
  const ticked = (name: string) => tickedIn(response, name) ?? (edit.values[name] as string[])
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      className="rounded-lg border border-line bg-surface shadow-card [&_:is(input,select,textarea)]:scroll-mb-24"
    >
      <InstantToast toast={useFailureToast(response, 'Failed to update sequence')} />
      <input type="hidden" name="intent" value="save" />
      <div className="px-4 py-5 sm:px-5">
        <ReviewedFields response={response}>
          <FormErrors errors={errors} />
          <EditFields edit={edit} words={settingsWords(mailboxes)} />
          <div className="space-y-6 divide-y divide-line *:not-last:pb-6">
            <Section title="General" text="What the sequence is called, and the time zone of its send times.">
              <NameFields field={field} timezone={sequence.timezone} />
            </Section>
            <Section title="Days and times" text="When emails may leave.">
              <ScheduleFields
                field={field}
                timezone={sequence.timezone}
                ticked={ticked('sendDays').map(Number)}
              />
            </Section>
            <Section title="Sender" text="Which addresses the emails come from.">
              <SenderFields
                field={field}
                mailboxes={mailboxes}
                sendAsEmail={sequence.sendAsEmail}
                ticked={ticked('mailboxIds')}
              />
            </Section>
            <Section title="Limits" text="How many contacts it takes, and how often one is emailed.">
              <div className="grid gap-4 sm:grid-cols-2">
                <NumberField
                  field={field('contactLimit')}
                  label={SETTINGS_PARTS.contactLimit}
                  min={1}
                  optional
                  hint="The maximum number of contacts to enroll, earliest first."
                />
                <NumberField
                  field={field('maxEmailsPerContactPerWeek')}
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
                field={field('trackingEnabled')}
                label={SETTINGS_PARTS.trackingEnabled}
                hint="If off, every email without a reply counts as not opened."
              />
            </Section>
          </div>
        </ReviewedFields>
      </div>
      <div className="sticky bottom-0 z-10 rounded-b-lg border-t border-line bg-surface px-4 py-3 sm:px-5">
        <SaveRow response={response} label="Save" note={runningNote(sequence)} primary />
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
function tickedIn(response: unknown, name: string): string[] | null {
  const typed = (response as PlainResponse | undefined)?.result?.initialValue
  return typed ? [typed[name] ?? []].flat().map(String) : null
}
