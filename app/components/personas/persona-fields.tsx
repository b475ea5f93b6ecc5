import { type FieldsOf, together } from '~/components/forms/field'
import { TextareaField, TextField } from '~/components/forms/text-field'

/** The required fields, with one shared message. */
const REQUIRED = ['name', 'industry', 'jobTitle', 'location'] as const

/** The fields of an email list's form, with their labels. */
export const PERSONA_PARTS = {
  name: 'Name',
  industry: 'Industry',
  jobTitle: 'Job Title',
  location: 'Location',
  description: 'Description',
}

/** The fields of a new or existing email list. */
export function PersonaFields({
  fields,
  nameLabel = PERSONA_PARTS.name,
}: {
  fields: FieldsOf<keyof typeof PERSONA_PARTS>
  nameLabel?: string
}) {
  const required = together(REQUIRED, fields)
  return (
    <>
      <TextField field={required.name} label={nameLabel} maxLength={200} required />
      <TextField field={required.industry} label={PERSONA_PARTS.industry} maxLength={200} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={required.jobTitle} label={PERSONA_PARTS.jobTitle} maxLength={200} required />
        <TextField field={required.location} label={PERSONA_PARTS.location} maxLength={200} required />
      </div>
      <TextareaField
        field={fields.description}
        label={PERSONA_PARTS.description}
        rows={3}
        maxLength={2000}
        optional
      />
    </>
  )
}
