import { CheckboxField } from '~/components/forms/checkbox-field'
import { type PlainAnswer, usePlainForm } from '~/components/forms/plain-form'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { TimeField } from '~/components/forms/time-field'
import { HOLIDAY_COUNTRIES } from '~/models/sequences/holiday-countries'
import type { SettingsFormProps } from './settings-form'
import { SettingsSection } from './settings-section'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const EVERY_DAY = DAYS.map((_, index) => index + 1)

/** The form for the days and times at which a sequence sends. */
export function DaysForm({ sequence, answer }: Pick<SettingsFormProps, 'sequence' | 'answer'>) {
  const { form, field, errors } = usePlainForm(answer, {
    latestSendTime: sequence.latestSendTime ?? undefined,
    holidays: sequence.holidays ?? '',
    holidayDates: sequence.holidayDates.join(', '),
    useContactTimezone: sequence.useContactTimezone ? 'on' : undefined,
  })
  return (
    <SettingsSection
      form={form}
      title="Days and times"
      intent="days"
      errors={[...(errors ?? []), ...(field('sendDays').errors ?? [])]}
      submit="Save Days and Times"
      answer={answer}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">Sends on</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {DAYS.map((name, index) => (
            <CheckboxField
              key={name}
              field={{ ...field('sendDays'), id: `day-${index + 1}`, errors: undefined }}
              value={String(index + 1)}
              label={name}
              defaultChecked={tickedDays(answer, sequence.sendDays).includes(index + 1)}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeField
          field={field('latestSendTime')}
          label="Latest time"
          optional
          hint="Emails that spacing or a limit pushes past it move to the next valid day."
        />
        <SelectField
          field={field('holidays')}
          label="Holidays of"
          placeholder="No country"
          options={HOLIDAY_COUNTRIES}
          hint="No email is sent on a public holiday."
        />
      </div>
      <TextField
        field={field('holidayDates')}
        label="Other days off"
        optional
        placeholder="2026-12-24, 2026-12-31"
        hint="Dates as YYYY-MM-DD, separated by commas."
      />
      <CheckboxField
        field={field('useContactTimezone')}
        label="Send in the contact's time zone"
        hint={`From the contact's own time zone, or country and state; ${sequence.timezone} if unknown.`}
      />
    </SettingsSection>
  )
}

/** The days ticked in a refused form, or the stored ones. */
function tickedDays(answer: unknown, stored: number[] | null): number[] {
  const typed = (answer as PlainAnswer | undefined)?.result?.initialValue
  return typed ? [typed.sendDays ?? []].flat().map(Number) : (stored ?? EVERY_DAY)
}
