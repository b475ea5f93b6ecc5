import type { FieldControl } from '~/components/forms/field'
import { TextareaField, TextField } from '~/components/forms/text-field'

/** The fields of a saved reply. */
export const SavedReplyFields = ({ field }: { field: (name: string) => FieldControl }) => (
  <>
    <TextField
      field={field('name')}
      label="Name"
      hint="You choose the reply by this name."
      required
      autoComplete="off"
    />
    <TextareaField
      field={field('text')}
      label="Text"
      hint={'The variables of templates work here: {{first_name}}, or {{first_name | default: "there"}}.'}
      rows={8}
      required
    />
  </>
)
