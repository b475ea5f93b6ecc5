import { CheckboxField } from '~/components/forms/checkbox-field'
import type { usePlainForm } from '~/components/forms/plain-form'
import { SelectField } from '~/components/forms/select-field'
import { TextareaField, TextField } from '~/components/forms/text-field'
import { SEQUENCE_TIMEZONES } from '~/models/shared/timezone'

export interface BasicSettings {
  id: string
  name: string
  description: string | null
  timezone: string
  skipWeekends: boolean
}

export type FieldOf = ReturnType<typeof usePlainForm>['field']

/** The initial values of the fields below. */
export const basicDefaults = ({ name, description, timezone, skipWeekends }: BasicSettings) => ({
  name,
  description: description ?? undefined,
  timezone,
  skipWeekends: skipWeekends ? 'on' : undefined,
})

/** Name, time zone and description. @param timezone the stored one, which stays a choice */
export const NameFields = ({ field, timezone }: { field: FieldOf; timezone: string }) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField field={field('name')} label="Name" maxLength={200} required />
      <SelectField
        field={field('timezone')}
        label="Timezone"
        options={[...new Set<string>([...SEQUENCE_TIMEZONES, timezone])]}
      />
    </div>
    <TextareaField field={field('description')} label="Description" rows={2} maxLength={2000} optional />
  </>
)

export const SkipWeekendsField = ({ field }: { field: FieldOf }) => (
  <CheckboxField
    field={field('skipWeekends')}
    label="Skip weekends"
    hint="Changing this updates every step."
  />
)
