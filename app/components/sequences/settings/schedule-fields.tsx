import { CheckboxField } from '~/components/forms/checkbox-field'
import { FieldNotes } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { TimeField } from '~/components/forms/time-field'
import { HOLIDAY_COUNTRIES } from '~/models/sequences/holiday-countries'
import { type FieldOf, SkipWeekendsField } from './basic-fields'
import { DAYS, SETTINGS_PARTS } from './edits'

interface ScheduleFieldsProps {
  field: FieldOf
  /** The time zone of the sequence. */
  timezone: string
  /** The chosen days of the week. */
  ticked: number[]
}

/** The days and times at which a sequence sends. */
export function ScheduleFields({ field, timezone, ticked }: ScheduleFieldsProps) {
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{SETTINGS_PARTS.sendDays}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {DAYS.map((name, index) => (
            <CheckboxField
              key={name}
              field={{ ...field('sendDays'), id: `day-${index + 1}`, saidElsewhere: true }}
              value={String(index + 1)}
              label={name}
              defaultChecked={ticked.includes(index + 1)}
            />
          ))}
        </div>
        <FieldNotes field={field('sendDays')} />
      </fieldset>
      <SkipWeekendsField field={field} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={field('startDate')}
          label={SETTINGS_PARTS.startDate}
          type="date"
          optional
          hint="No contact gets a first email before this day."
        />
        <TimeField
          field={field('latestSendTime')}
          label={SETTINGS_PARTS.latestSendTime}
          optional
          hint="Emails that spacing or a limit pushes past it move to the next valid day."
        />
        <SelectField
          field={field('holidays')}
          label={SETTINGS_PARTS.holidays}
          placeholder="No country"
          options={HOLIDAY_COUNTRIES}
          hint="No email is sent on a public holiday."
        />
        <TextField
          field={field('holidayDates')}
          label={SETTINGS_PARTS.holidayDates}
          optional
          placeholder="2026-12-24, 2026-12-31"
          hint="Dates as YYYY-MM-DD, separated by commas."
        />
      </div>
      <CheckboxField
        field={field('useContactTimezone')}
        label={SETTINGS_PARTS.useContactTimezone}
        hint={`From the contact's own time zone, or country and state; ${timezone} if unknown.`}
      />
    </>
  )
}
