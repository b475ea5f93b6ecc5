import { CheckboxField } from '~/components/forms/checkbox-field'
import type { FieldsOf } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { TextareaField, TextField } from '~/components/forms/text-field'
import { SEQUENCE_TIMEZONES } from '~/models/shared/timezone'
import { type BasicSettings, SETTINGS_PARTS } from './edits'

export type SettingsFields = FieldsOf<keyof typeof SETTINGS_PARTS>

/** What saving does not change: only while it is true. */
export const runningNote = ({ status }: Pick<BasicSettings, 'status'>) =>
  status === 'running' ? 'A running sequence keeps running.' : undefined

/** Name, time zone and description. @param timezone the stored one, which stays a choice */
export const NameFields = ({ fields, timezone }: { fields: SettingsFields; timezone: string }) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField field={fields.name} label={SETTINGS_PARTS.name} maxLength={200} required />
      <SelectField
        field={fields.timezone}
        label={SETTINGS_PARTS.timezone}
        options={[...new Set<string>([...SEQUENCE_TIMEZONES, timezone])]}
      />
    </div>
    <TextareaField
      field={fields.description}
      label={SETTINGS_PARTS.description}
      rows={2}
      maxLength={2000}
      optional
    />
  </>
)

export const SkipWeekendsField = ({ fields }: { fields: SettingsFields }) => (
  <CheckboxField
    field={fields.skipWeekends}
    label={SETTINGS_PARTS.skipWeekends}
    hint="Changing this updates every step."
  />
)
