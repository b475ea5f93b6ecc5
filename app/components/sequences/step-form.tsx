import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Button } from '../button'
import { CheckboxField } from '../checkbox-field'
import { FormErrors } from '../form-errors'
import { usePlainForm } from '../plain-form'
import { CancelLink, DialogActions } from '../route-dialog'
import { SelectField } from '../select-field'
import { NumberField, TextField } from '../text-field'
import { useSubmitting } from '../use-submitting'
import { SendTimeToast } from './send-time-toast'
import type { StepView } from './step-card'
import { type BranchName, branchOptions, branchValue, REACTION_LABELS } from './step-words'

export interface StepFormProps {
  /** What the fields show first; a new step has no id. */
  step: Partial<StepView> & Pick<StepView, 'stepType' | 'order'>
  steps: StepView[]
  side: string[]
  templates: Choice[]
  personas: Choice[]
  timezone: string
  answer: unknown
  closeTo: string
  /** Between Cancel and the submit button: Back. */
  extra?: ReactNode
  submit: string
  busy: string
}

export interface Choice {
  id: string
  name: string
}

type Part = StepFormProps & { field: ReturnType<typeof usePlainForm>['field'] }

/** The form of a step of any type, new or not. */
export function StepForm(props: StepFormProps) {
  const { step, answer, closeTo, extra, submit, busy } = props
  const { form, field, errors } = usePlainForm(answer, defaultsOf(step))
  const saving = useSubmitting()
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
      <SendTimeToast answer={answer} />
      <input type="hidden" name="stepType" value={step.stepType} />
      <FormErrors errors={errors} />
      {step.stepType === 'send_email' && <SendFields {...props} field={field} />}
      {step.stepType === 'wait' && <WaitFields {...props} field={field} />}
      {step.stepType === 'add_to_persona' && <ListFields {...props} field={field} />}
      <TextField
        field={field('name')}
        label="Step name"
        maxLength={200}
        optional
        placeholder="Named by its type and number"
      />
      <DialogActions>
        {extra}
        <CancelLink to={closeTo} />
        <Button variant="primary" busy={saving && busy}>
          {submit}
        </Button>
      </DialogActions>
    </Form>
  )
}

function SendFields({ step, steps, side, templates, timezone, field }: Part) {
  return (
    <>
      <SelectField
        field={field('templateId')}
        label="Email template"
        placeholder={templates.length === 0 ? 'No templates yet' : 'Choose a template'}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        hint={<CreateLink to={paths.newTemplate()}>Create New Template</CreateLink>}
      />
      <div className="grid grid-cols-3 gap-3">
        <NumberField field={field('delayDays')} label="Delay (days)" min={0} max={365} />
        <NumberField field={field('sendHour')} label="Send hour" min={0} max={23} />
        <NumberField field={field('sendMinute')} label="Send minute" min={0} max={59} />
      </div>
      <p className="-mt-2 text-xs text-muted">
        24-hour time in {timezone}. The delay counts days from the step before; with 0 days the time must
        still be ahead today.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          field={field('reactionWindowHours')}
          label="Reaction window"
          suffix="hours"
          min={0}
          max={8760}
        />
        <NumberField
          field={field('reactionWindowMinutes')}
          label="and minutes"
          suffix="min"
          min={0}
          max={59}
        />
      </div>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <CheckboxField field={field('skipWeekends')} label="Skip weekends" />
        <CheckboxField
          field={field('sameThread')}
          label="Same thread"
          hint="A reply to the mail before, under its subject."
        />
      </div>
      <fieldset className="min-w-0 rounded-md border border-line bg-sunken">
        <legend className="sr-only">Reactions</legend>
        <div className="divide-y divide-line">
          {(['notOpened', 'openedNoReply', 'replied'] as const).map((branch) => (
            <div
              key={branch}
              className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-x-3 gap-y-2 px-3 py-2.5 sm:grid-cols-[8rem_6rem_minmax(0,1fr)]"
            >
              <span className="pb-2 text-sm font-medium max-sm:pb-2.5">{REACTION_LABELS[branch]}</span>
              <NumberField
                field={field(`${branch}WaitDays`)}
                label={<ShortLabel long={REACTION_LABELS[branch]}>Wait days</ShortLabel>}
                min={0}
                max={365}
              />
              <SelectField
                field={field(`${branch}StepId`)}
                className="max-sm:col-span-2"
                label={<ShortLabel long={REACTION_LABELS[branch]}>Next step</ShortLabel>}
                options={branchOptions(step, branch, steps, side, chosen(step, branch))}
              />
            </div>
          ))}
        </div>
      </fieldset>
    </>
  )
}

function WaitFields(props: Part) {
  const { field } = props
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NumberField field={field('waitValue')} label="Wait" min={1} max={8760} />
        <SelectField
          field={field('waitUnit')}
          label="Unit"
          placeholder="Choose"
          options={['hours', 'days']}
        />
      </div>
      <NextField {...props} />
    </>
  )
}

function ListFields(props: Part) {
  const { personas, field } = props
  return (
    <>
      <SelectField
        field={field('personaId')}
        label="Email list"
        placeholder={personas.length === 0 ? 'No email lists yet' : 'Choose an email list'}
        options={personas.map(({ id, name }) => ({ value: id, label: name }))}
        hint={<CreateLink to={paths.newPersona()}>Create New Email List</CreateLink>}
      />
      <NextField {...props} />
    </>
  )
}

const NextField = ({ step, steps, side, field }: Part) => (
  <SelectField
    field={field('nextActionStepId')}
    label="Next action"
    options={branchOptions(step, 'nextAction', steps, side, chosen(step, 'nextAction'))}
  />
)

const CreateLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="inline-block rounded-sm py-0.5 font-medium text-accent-ink underline underline-offset-2"
  >
    {children}
  </Link>
)

/** A label of three columns that look alike: the reaction is said, not shown. */
const ShortLabel = ({ long, children }: { long: string; children: ReactNode }) => (
  <span className="text-xs font-normal text-muted">
    <span className="sr-only">{long}: </span>
    {children}
  </span>
)

const chosen = (step: StepFormProps['step'], branch: BranchName) =>
  step.id ? branchValue(step as StepView, branch) : undefined

/** What the fields show first. */
function defaultsOf(step: StepFormProps['step']): Record<string, string | undefined> {
  const text = (value: unknown) => (value === null || value === undefined ? undefined : String(value))
  const numbers = [
    ...['delayDays', 'sendHour', 'sendMinute', 'reactionWindowHours', 'reactionWindowMinutes'],
    ...['notOpenedWaitDays', 'openedNoReplyWaitDays', 'repliedWaitDays', 'waitValue'],
  ]
  const branches = ['notOpened', 'openedNoReply', 'replied', 'nextAction'] as const
  const fields = step as Record<string, unknown>
  return {
    ...Object.fromEntries(
      [...numbers, 'name', 'templateId', 'personaId', 'waitUnit'].map((name) => [name, text(fields[name])]),
    ),
    ...Object.fromEntries(branches.map((branch) => [`${branch}StepId`, chosen(step, branch) ?? 'default'])),
    skipWeekends: step.skipWeekends ? 'on' : undefined,
    sameThread: step.sameThread ? 'on' : undefined,
  }
}
