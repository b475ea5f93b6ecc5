import type { FieldControl } from '~/components/forms/field'
import { TextareaField, TextField } from '~/components/forms/text-field'

/** The required fields, with one shared message. */
export const PERSONA_REQUIRED = ['name', 'industry', 'jobTitle', 'location'] as const

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
  field,
  nameLabel = PERSONA_PARTS.name,
}: {
  field: (name: string) => FieldControl
  nameLabel?: string
}) {
  return (
    <>
      <TextField field={field('name')} label={nameLabel} maxLength={200} required />
      <TextField field={field('industry')} label={PERSONA_PARTS.industry} maxLength={200} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field('jobTitle')} label={PERSONA_PARTS.jobTitle} maxLength={200} required />
        <TextField field={field('location')} label={PERSONA_PARTS.location} maxLength={200} required />
      </div>
      <TextareaField
        field={field('description')}
        label={PERSONA_PARTS.description}
        rows={3}
        maxLength={2000}
        optional
      />
    </>
  )
}
