import { CheckboxField } from '~/components/forms/checkbox-field'
import type { AnyField } from '~/components/forms/field'

/** What a form over a step's form knows of the email. */
export interface StepUse {
  sequenceId: string
  /** The step, its variant and the template, as a name of the draft. */
  place: string
  /** What was written there before and not saved. */
  draft: { name: string; subject: string; htmlBody: string; plainTextBody: string } | null
  /** Where else the shared template is used; null for an email of this step alone, or a new one. */
  uses: { named: string[]; total: number } | null
}

/** Whether an email belongs to its step or is a template for others; for a shared one, where else it is used. */
export function StepShare({ uses, field }: Pick<StepUse, 'uses'> & { field: AnyField }) {
  if (!uses) {
    return (
      <CheckboxField
        field={field}
        label="Save as shared template"
        hint="Other steps can choose it, and the list of templates has it. Otherwise it belongs to this step alone."
      />
    )
  }
  const more = uses.total - uses.named.length
  return (
    <p role="note" className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      {uses.total === 0
        ? 'This is a shared template. No other step uses it yet.'
        : `This is a shared template. Saving changes these steps, too: ${uses.named.join('; ')}${more > 0 ? `, and ${more} more` : ''}.`}
    </p>
  )
}
