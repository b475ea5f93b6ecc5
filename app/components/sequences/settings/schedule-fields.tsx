import { CheckboxField } from '~/components/forms/checkbox-field'
import { FieldNotes } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { TextField, TimeField } from '~/components/forms/text-field'
import { HOLIDAY_COUNTRIES } from '~/models/sequences/holiday-countries'
import { type SettingsFields, SkipWeekendsField } from './basic-fields'
import { DAYS, SETTINGS_PARTS } from './edits'

interface ScheduleFieldsProps {
  fields: SettingsFields
  /** The time zone of the sequence. */
  timezone: string
}

/** The days and times at which a sequence sends. */
export function ScheduleFields({ fields, timezone }: ScheduleFieldsProps) {
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{SETTINGS_PARTS.sendDays}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {DAYS.map((name, index) => (
            <CheckboxField key={name} field={fields.sendDays} value={String(index + 1)} label={name} />
          ))}
        </div>
        <FieldNotes field={fields.sendDays} />
      </fieldset>
      <SkipWeekendsField fields={fields} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={fields.startDate}
          label={SETTINGS_PARTS.startDate}
          type="date"
          optional
          hint="No contact gets a first email before this day."
        />
        <TimeField
          field={fields.latestSendTime}
          label={SETTINGS_PARTS.latestSendTime}
          optional
          hint="Emails that spacing or a limit pushes past it move to the next valid day."
        />
        <SelectField
          field={fields.holidays}
          label={SETTINGS_PARTS.holidays}
          placeholder="No country"
          options={HOLIDAY_COUNTRIES}
          hint="No email is sent on a public holiday."
        />
        <TextField
          field={fields.holidayDates}
          label={SETTINGS_PARTS.holidayDates}
          optional
          placeholder="2026-12-24, 2026-12-31"
          hint="Dates as YYYY-MM-DD, separated by commas."
        />
      </div>
      <CheckboxField
        field={fields.useContactTimezone}
        label={SETTINGS_PARTS.useContactTimezone}
        hint={`From the contact's own time zone, or country and state; ${timezone} if unknown.`}
      />
    </>
  )
}
