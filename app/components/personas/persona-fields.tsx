import type { FieldControl } from '~/components/forms/field'
import { TextareaField, TextField } from '~/components/forms/text-field'

/** The required fields, with one shared message. */
export const PERSONA_REQUIRED = ['name', 'industry', 'jobTitle', 'location'] as const

/** The fields of a new or existing email list. */
export function PersonaFields({
  field,
  nameLabel = 'Name',
}: {
  field: (name: string) => FieldControl
  nameLabel?: string
}) {
  return (
    <>
      <TextField field={field('name')} label={nameLabel} maxLength={200} required />
      <TextField field={field('industry')} label="Industry" maxLength={200} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field('jobTitle')} label="Job Title" maxLength={200} required />
        <TextField field={field('location')} label="Location" maxLength={200} required />
      </div>
      <TextareaField field={field('description')} label="Description" rows={3} maxLength={2000} optional />
    </>
  )
}
