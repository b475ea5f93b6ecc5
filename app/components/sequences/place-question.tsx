import { CheckboxField } from '~/components/forms/checkbox-field'
import { type AnyField, changed, FieldNotes } from '~/components/forms/field'
import { newMainLineTargets, type PlaceChange } from '~/models/sequences/step-place'
import type { StepFormProps } from './step-view'

interface PlaceQuestionProps extends Pick<StepFormProps, 'step' | 'steps'> {
  /** The chosen target of each branch. */
  targets: readonly string[]
  field: AnyField
}

/** Asks what becomes of main-line steps that a branch newly leads to. */
export function PlaceQuestion({ step, steps, targets, field }: PlaceQuestionProps) {
  const known = [
    ...[step.notOpenedStepId, step.openedNoReplyStepId],
    ...[step.repliedStepId, step.nextActionStepId],
  ]
  const changes = newMainLineTargets(
    steps,
    targets,
    known.map((id) => id ?? null),
  )
  if (changes.length === 0) return <input type="hidden" name="place" value="" />
  const choice = changed(field, { initialValue: field.initialValue || 'main' })
  const names = changes.map(({ name }) => name).join(', ')
  return (
    <fieldset className="min-w-0 space-y-1.5 rounded-md border border-line bg-sunken px-3 py-2.5">
      <legend className="sr-only">Who gets {names}</legend>
      <p className="text-sm font-medium break-words" aria-hidden="true">
        Who gets {names}?
      </p>
      <CheckboxField
        type="radio"
        field={choice}
        value="main"
        label={<Choice title="Every contact, in order">{changes.map(inOrder).join(' ')}</Choice>}
      />
      <CheckboxField
        type="radio"
        field={choice}
        value="side"
        label={
          <Choice title="Only contacts who take a branch to it">{changes.map(skipped).join(' ')}</Choice>
        }
      />
      <FieldNotes field={field} />
    </fieldset>
  )
}

const Choice = ({ title, children }: { title: string; children: string }) => (
  <>
    {title}
    <span className="block text-xs font-normal text-muted">{children}</span>
  </>
)

const inOrder = ({ name, before }: PlaceChange) =>
  before ? `${name} still follows ${before}.` : `The sequence still starts with ${name}.`

function skipped({ before, after }: PlaceChange): string {
  if (before)
    return after ? `${before} is followed by ${after} instead.` : `After ${before} the sequence ends.`
  return after ? `The sequence starts with ${after} instead.` : 'No step is left on the main line.'
}
