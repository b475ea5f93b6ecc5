import { Form, useNavigationType } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import type { StepDraft } from '~/models/step-draft'
import { Button } from '../button'
import { FormErrors } from '../form-errors'
import { useFailureToast, usePlainForm } from '../plain-form'
import { CancelLink, DialogActions } from '../route-dialog'
import { TextField } from '../text-field'
import { InstantToast } from '../toast-viewer'
import { useSubmitting } from '../use-submitting'
import { SendTimeToast } from './send-time-toast'
import type { StepView } from './step-card'
import { defaultsOf, draftedOf } from './step-defaults'
import { ListFields, SendFields, WaitFields } from './step-fields'

export interface StepFormProps {
  /** The sequence. */
  id: string
  /** What the fields show first; a new step has no id. */
  step: Partial<StepView> & Pick<StepView, 'stepType' | 'order'>
  steps: StepView[]
  side: string[]
  templates: Choice[]
  personas: ListChoice[]
  timezone: string
  /** The form's own address, without a search: dialogs over it are below it. */
  at: string
  /** What the form held when a dialog was opened over it. */
  draft: StepDraft | null
  /** The field that the dialog has just given its value. */
  chosen: string | null
  /** The form that this new step is made for, as a draft. */
  outer: string | null
  answer: unknown
  closeTo: string
  /** In a card, not in a dialog. */
  inPlace?: boolean
  /** Between Cancel and the submit button: Back. */
  extra?: ReactNode
  submit: string
  busy: string
  /** What did not work when saving fails: "Failed to …". */
  failure: string
}

export interface Choice {
  id: string
  name: string
}

/** An email list, and the other sequences that enroll whoever joins it. */
export interface ListChoice extends Choice {
  triggers: string[]
}

/** The form of a step of any type, new or not. It starts anew with what a dialog over it has made. */
export function StepForm(props: StepFormProps) {
  const { chosen, draft } = props
  return <StepFields key={chosen ? `${chosen} ${draft?.fields[chosen]}` : ''} {...props} />
}

function StepFields(props: StepFormProps) {
  const { step, draft, answer, closeTo, extra, submit, busy, failure, inPlace } = props
  const { form, field, errors } = usePlainForm(answer, draft ? draftedOf(props) : defaultsOf(step))
  const saving = useSubmitting()
  useStart(form, props)
  const actions = (
    <>
      {extra}
      <CancelLink to={closeTo} />
      <Button variant="primary" busy={saving && busy}>
        {submit}
      </Button>
    </>
  )
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
      {/* The first button of a form is what Enter presses. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {submit}
      </button>
      <SendTimeToast answer={answer} />
      <InstantToast toast={useFailureToast(answer, failure)} />
      <input type="hidden" name="stepType" value={step.stepType} />
      {draft?.made.map((made, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is what names it
        <input key={index} type="hidden" name="made" value={made} />
      ))}
      {props.outer && <input type="hidden" name="outer" value={props.outer} />}
      {step.id && <input type="hidden" name="at" value={step.id} />}
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
      {inPlace ? (
        <div className="flex flex-wrap justify-end gap-2 pt-1">{actions}</div>
      ) : (
        <DialogActions>{actions}</DialogActions>
      )}
    </Form>
  )
}

/** The keyboard starts at what was just chosen; in place also at the first field, once the user has asked for the form. */
function useStart(
  form: { current: HTMLFormElement | null },
  { chosen, inPlace }: Pick<StepFormProps, 'chosen' | 'inPlace'>,
) {
  const asked = useNavigationType() !== 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it starts, once
  useEffect(() => {
    if (!chosen && !(inPlace && asked)) return
    const first = chosen ? '[data-chosen]' : 'select, input:not([type=hidden])'
    // After the dialog that made it has gone, and its focus with it.
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>(first)?.focus())
    return () => clearTimeout(timer)
  }, [])
}
