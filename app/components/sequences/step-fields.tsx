import { useNavigate } from '@remix-run/react'
import type { ChangeEvent, ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import type { FieldsOf } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { NumberField, TimeField } from '~/components/forms/text-field'
import { type BranchName, firstStep } from '~/models/sequences/flow/links'
import { packDraft } from '~/models/sequences/step-draft'
import { paths } from '~/paths'
import { sayDelayStart } from './flow/time-words'
import { storedValue } from './step-defaults'
import { STEP_PARTS } from './step-edits'
import type { StepFormProps } from './step-view'
import { branchOptions, REACTION_LABELS, TYPE_LABELS } from './step-words'
import type { VariantField } from './variants/use-rows'
import { VariantFields } from './variants/variant-fields'

/** The fields of all types of steps. */
export type StepField =
  | VariantField
  | `${BranchName}StepId`
  | `${Exclude<BranchName, 'nextAction'>}WaitDays`
  | 'delayDays'
  | 'sendTime'
  | 'reactionWindowHours'
  | 'reactionWindowMinutes'
  | 'skipWeekends'
  | 'sameThread'
  | 'waitValue'
  | 'waitUnit'
  | 'personaId'
  | 'place'
  | 'name'
  | 'branchOnly'

type Part = StepFormProps & {
  fields: FieldsOf<StepField>
  /** Called when a branch gets another target. */
  choose(branch: BranchName, target: string): void
}

/** Marks the field that was just given its value. */
const markChosen = (chosen: string | null, name: string) => ({
  'data-chosen': chosen === name ? '' : undefined,
})

/** The fields of a Send Email step. */
export function SendFields(props: Part) {
  const { at, response, chosen, templates, timezone, fields, step, steps, outer } = props
  // A step that is created for another one's branch comes after that branch.
  const start = sayDelayStart({ ...step, branchOnly: step.branchOnly || outer !== null }, steps)
  const isFirst = step.id ? firstStep(steps)?.id === step.id : !steps.some(({ order }) => order < step.order)
  return (
    <>
      <VariantFields
        {...{ fields, response, at, templates, chosen }}
        links={(name, hasTemplate) => (
          <span className="flex flex-wrap gap-x-4">
            <OpenBeside at={paths.emailBeside(at)} into={name}>
              {hasTemplate ? 'Edit email' : 'Write email'}
            </OpenBeside>
            <OpenBeside at={paths.templateBeside(at)} into={name}>
              Create New Template
            </OpenBeside>
          </span>
        )}
      />
      {/* One row of labels, one of inputs and one of errors: a label that wraps does not push its input out of line. */}
      <div className="grid grid-cols-2 grid-rows-[repeat(3,auto)] gap-x-3 *:row-span-3 *:grid *:grid-rows-subgrid [&_label]:self-end">
        <NumberField field={fields.delayDays} label={STEP_PARTS.delayDays} min={0} max={365} />
        <TimeField field={fields.sendTime} label={STEP_PARTS.sendTime} />
      </div>
      <p className="-mt-2 text-xs text-muted">
        The time is in {timezone}. The delay counts from {start}
        {isFirst ? '; with 0 days the time must be later today.' : '.'}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          field={fields.reactionWindowHours}
          label={STEP_PARTS.reactionWindow.label}
          suffix="hours"
          min={0}
          max={8760}
        />
        <NumberField field={fields.reactionWindowMinutes} label="and minutes" suffix="min" min={0} max={59} />
      </div>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <CheckboxField field={fields.skipWeekends} label={STEP_PARTS.skipWeekends} />
        <CheckboxField
          field={fields.sameThread}
          label={STEP_PARTS.sameThread}
          hint="Sent as a reply to the previous email, with its subject."
        />
      </div>
      <fieldset className="@container min-w-0 rounded-md border border-line bg-sunken">
        <legend className="sr-only">Reactions</legend>
        <div className="divide-y divide-line">
          {(['notOpened', 'openedNoReply', 'replied'] as const).map((branch) => (
            <div
              key={branch}
              className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-x-3 gap-y-2 px-3 py-2.5 @md:grid-cols-[8rem_6rem_minmax(0,1fr)]"
            >
              <span className="pt-8 text-sm font-medium max-sm:pt-9">{REACTION_LABELS[branch]}</span>
              <NumberField
                field={fields[`${branch}WaitDays`]}
                label={<ShortLabel long={REACTION_LABELS[branch]}>Wait days</ShortLabel>}
                min={0}
                max={365}
              />
              <NextField
                {...props}
                branch={branch}
                className="col-span-2 @md:col-span-1"
                label={<ShortLabel long={REACTION_LABELS[branch]}>Next step</ShortLabel>}
              />
            </div>
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** The fields of a Wait step. */
export function WaitFields(props: Part) {
  const { fields } = props
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NumberField field={fields.waitValue} label={STEP_PARTS.wait.label} min={1} max={8760} />
        <SelectField field={fields.waitUnit} label="Unit" placeholder="Choose" options={['hours', 'days']} />
      </div>
      <NextField {...props} branch="nextAction" label={STEP_PARTS.nextAction.label} />
    </>
  )
}

/** The fields of an Add to Email List step. */
export function ListFields(props: Part) {
  const { at, chosen, personas, fields } = props
  return (
    <>
      <SelectField
        {...markChosen(chosen, 'personaId')}
        field={fields.personaId}
        label={STEP_PARTS.personaId}
        placeholder={personas.length === 0 ? 'No email lists yet' : 'Choose an email list'}
        options={personas.map(({ id, name, triggers }) => ({
          value: id,
          label: triggers.length > 0 ? `${name} (enrolls in ${triggers.join(', ')})` : name,
        }))}
        hint={<OpenBeside at={paths.listBeside(at)}>Create New Email List</OpenBeside>}
      />
      <NextField {...props} branch="nextAction" label={STEP_PARTS.nextAction.label} />
    </>
  )
}

interface NextFieldProps extends Part {
  branch: BranchName
  label: ReactNode
  className?: string
}

/** The target of a branch. With scripts "Create a new step" opens its dialog at once, without them on submit. */
function NextField({
  id,
  step,
  steps,
  draft,
  chosen,
  fields,
  choose,
  branch,
  label,
  className,
}: NextFieldProps) {
  const navigate = useNavigate()
  const name = `${branch}StepId` as const
  const open = ({ currentTarget: { value, form } }: ChangeEvent<HTMLSelectElement>) => {
    choose(branch, value)
    if (value !== 'new' || !form) return
    navigate(paths.newStepBeside(id, packDraft(new FormData(form))), { preventScrollReset: true })
  }
  const made = (draft?.made ?? []).map((text, index) => ({ value: `made-${index}`, label: nameOf(text) }))
  return (
    <SelectField
      {...markChosen(chosen, name)}
      field={fields[name]}
      className={className}
      label={label}
      onChange={open}
      options={branchOptions(step, branch, steps, storedValue(step, branch), made)}
    />
  )
}

/** The label of an unsaved step, from its draft. */
function nameOf(text: string): string {
  const search = new URLSearchParams(text)
  const type = TYPE_LABELS[search.get('stepType') as keyof typeof TYPE_LABELS] ?? 'Step'
  return `New step: ${search.get('name') ?? type}`
}

/** Opens a dialog over the form and passes on the form's values: a GET with its fields. @param into the field that it sets */
const OpenBeside = ({ at, into, children }: { at: string; into?: string; children: ReactNode }) => (
  <button
    type="submit"
    name={into && 'into'}
    value={into}
    formMethod="get"
    formAction={at}
    className="inline-block rounded-sm py-0.5 font-medium text-accent-ink underline underline-offset-2"
  >
    {children}
  </button>
)

/** Shortens the labels of three similar columns: only screen readers get the reaction. */
const ShortLabel = ({ long, children }: { long: string; children: ReactNode }) => (
  <span className="text-xs font-normal text-muted">
    <span className="sr-only">{long}: </span>
    {children}
  </span>
)
