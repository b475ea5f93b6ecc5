import type { AnyField } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { controlOf } from '~/models/contacts/own-fields/form'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { MAX_VALUE } from '~/models/contacts/own-fields/value'

interface OwnFieldControlsProps {
  own: readonly OwnField[]
  /** The fields of the form, by the names of their controls. */
  fields: Record<string, AnyField>
}

/** The controls of the user's own fields of a contact. */
export const OwnFieldControls = ({ own, fields }: OwnFieldControlsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {own.map((field) => (
      <Control key={field.id} own={field} field={fields[controlOf(field)]!} />
    ))}
  </div>
)

const YES_OR_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

function Control({ own: { name: label, type, options }, field }: { own: OwnField; field: AnyField }) {
  if (type === 'boolean')
    return <SelectField {...{ field, label }} placeholder="No value" options={YES_OR_NO} />
  if (type === 'choice') {
    // A value that is no longer an option is kept until the user chooses another one.
    const present = field.initialValue as string | undefined
    const all = present && !options.includes(present) ? [...options, present] : options
    return <SelectField {...{ field, label }} placeholder="No value" options={all} />
  }
  if (type === 'date') return <TextField {...{ field, label }} type="date" />
  const inputMode = type === 'number' ? 'decimal' : type === 'url' ? 'url' : undefined
  return <TextField {...{ field, label, inputMode }} maxLength={MAX_VALUE} />
}
