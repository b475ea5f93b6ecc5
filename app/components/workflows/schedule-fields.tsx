import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { type FieldControl, FieldNotes } from '~/components/forms/field'
import { NumberField, TextField } from '~/components/forms/text-field'
import { MAX_INTERVAL } from '~/models/workflows/limits'
import { keptBetween } from './kept-between'

export interface ScheduleFieldsProps {
  field: (name: string) => FieldControl
  /** The time zone of the dates. */
  timezone: string
}

/**
 * The schedule of a workflow. The style sheet hides fields that do not belong to the selected option, so no scripts are needed and
 * their values are kept.
 */
export function ScheduleFields({ field, timezone }: ScheduleFieldsProps) {
  const local = `Local time in ${timezone.replaceAll('_', ' ')}.`
  return (
    <div className="grid items-start gap-x-6 gap-y-5 md:grid-cols-2">
      <div className="group/start min-w-0">
        <Choice
          legend="Start"
          field={field('startStrategy')}
          options={[
            { value: 'immediately', label: 'Start immediately' },
            { value: 'scheduled', label: 'On specific date/time' },
          ]}
        />
        <div className="mt-3 hidden group-has-[input[value=scheduled]:checked]/start:block">
          <TextField field={field('startAt')} label="Start Date/Time" type="datetime-local" hint={local} />
        </div>
      </div>
      <div className="group/frequency min-w-0">
        <Choice
          legend="Frequency"
          field={field('frequencyType')}
          options={[
            { value: 'once', label: 'Run only once' },
            { value: 'days', label: 'Run every X days' },
            { value: 'weeks', label: 'Run every X weeks' },
            { value: 'months', label: 'Run every X months' },
          ]}
        />
        <div className="mt-3 space-y-3 group-has-[input[value=once]:checked]/frequency:hidden">
          <NumberField
            field={field('frequencyInterval')}
            label="Interval"
            {...keptBetween(1, MAX_INTERVAL)}
            hint="The number of days, weeks or months between two runs."
          />
          <div className="group/end">
            <CheckboxField field={field('hasEnd')} label="Set end date" />
            <div className="mt-2 hidden group-has-[input[type=checkbox]:checked]/end:block">
              <TextField field={field('endAt')} label="End Date/Time" type="datetime-local" hint={local} />
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

interface ChoiceProps {
  legend: ReactNode
  field: FieldControl
  options: { value: string; label: string }[]
}

const Choice = ({ legend, field, options }: ChoiceProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-sm font-medium">{legend}</legend>
    <div className="space-y-1">
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-7 items-center gap-2.5 text-sm max-sm:min-h-10">
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={field.initialValue === value}
            className="size-4 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </div>
    <FieldNotes field={field} />
  </fieldset>
)
