import { getInputProps } from '@conform-to/react'
import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { type AnyField, FieldNotes, type FieldsOf } from '~/components/forms/field'
import { NumberField, TextField } from '~/components/forms/text-field'
import { MAX_INTERVAL } from '~/models/workflows/limits'
import { keptBetween } from './kept-between'

export type Schedule =
  | 'startStrategy'
  | 'startAt'
  | 'frequencyType'
  | 'frequencyInterval'
  | 'hasEnd'
  | 'endAt'

export interface ScheduleFieldsProps {
  fields: FieldsOf<Schedule>
  /** The time zone of the dates. */
  timezone: string
}

/**
 * The schedule of a workflow. The style sheet hides fields that do not belong to the selected option, so no scripts are needed and
 * their values are kept.
 */
export function ScheduleFields({ fields, timezone }: ScheduleFieldsProps) {
  const local = `Local time in ${timezone.replaceAll('_', ' ')}.`
  return (
    <div className="grid items-start gap-x-6 gap-y-5 md:grid-cols-2">
      <div className="group/start min-w-0">
        <Choice
          legend="Start"
          field={fields.startStrategy}
          options={[
            { value: 'immediately', label: 'Start immediately' },
            { value: 'scheduled', label: 'On specific date/time' },
          ]}
        />
        <div className="mt-3 hidden group-has-[input[value=scheduled]:checked]/start:block">
          <TextField field={fields.startAt} label="Start Date/Time" type="datetime-local" hint={local} />
        </div>
      </div>
      <div className="group/frequency min-w-0">
        <Choice
          legend="Frequency"
          field={fields.frequencyType}
          options={[
            { value: 'once', label: 'Run only once' },
            { value: 'days', label: 'Run every X days' },
            { value: 'weeks', label: 'Run every X weeks' },
            { value: 'months', label: 'Run every X months' },
          ]}
        />
        <div className="mt-3 space-y-3 group-has-[input[value=once]:checked]/frequency:hidden">
          <NumberField
            field={fields.frequencyInterval}
            label="Interval"
            {...keptBetween(1, MAX_INTERVAL)}
            hint="The number of days, weeks or months between two runs."
          />
          <div className="group/end">
            <CheckboxField field={fields.hasEnd} label="Set end date" />
            <div className="mt-2 hidden group-has-[input[type=checkbox]:checked]/end:block">
              <TextField field={fields.endAt} label="End Date/Time" type="datetime-local" hint={local} />
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

interface ChoiceProps {
  legend: ReactNode
  field: AnyField
  options: { value: string; label: string }[]
}

const Choice = ({ legend, field, options }: ChoiceProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-sm font-medium">{legend}</legend>
    <div className="space-y-1">
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-7 items-center gap-2.5 text-sm max-sm:min-h-10">
          <input
            {...getInputProps(field, { type: 'radio', value })}
            id={`${field.id}-${value}`}
            className="size-4 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </div>
    <FieldNotes field={field} />
  </fieldset>
)
