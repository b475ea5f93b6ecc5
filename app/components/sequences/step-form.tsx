import { getFormProps } from '@conform-to/react'
import { Form, type Location, useNavigationType } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { EditFields, useEdit } from '~/components/forms/edits'
import { TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { BRANCH_FIELDS, type BranchField } from '~/models/sequences/step-draft'
import { useIsCanvas } from './flow/use-view'
import { PlaceQuestion } from './place-question'
import { SendTimeToast } from './send-time-toast'
import { defaultsOf, draftedOf } from './step-defaults'
import { STEP_PARTS, stepWords } from './step-edits'
import { ListFields, SendFields, type StepField, WaitFields } from './step-fields'
import type { StepFormProps } from './step-view'
import { ReviewActions, ReviewedFields, reviewIn } from './versions/reviewed-fields'

/** The form of a step of any type, new or existing. It is remounted with the values that a dialog over it has created. */
export function StepForm(props: StepFormProps) {
  const { chosen, draft } = props
  return <StepFields key={chosen ? `${chosen} ${draft?.fields[chosen]}` : ''} {...props} />
}

function StepFields(props: StepFormProps) {
  const { step, draft, response, closeTo, extra, submit, busy, failure, inPlace } = props
  const ref = useRef<HTMLFormElement>(null)
  const [form, fields] = useActionForm<Record<StepField, string>>(response, {
    defaultValue: draft ? draftedOf(props) : defaultsOf(step),
  })
  const edit = useEdit(response, props.loaded ?? NEW)
  const saving = useSubmitting()
  const isCanvas = useIsCanvas()
  useUnsavedGuard(ref, { response, leaves: (to, from) => isCanvas && isLeft(props.at, to, from) })
  useStart(ref, props)
  const [targets, setTargets] = useState(() =>
    BRANCH_FIELDS.map((branch) => String(fields[`${branch}StepId`].initialValue ?? '')),
  )
  const choose = (branch: BranchField, target: string) =>
    setTargets((all) => all.map((previous, index) => (BRANCH_FIELDS[index] === branch ? target : previous)))
  const part = { ...props, fields, choose }
  const review = reviewIn(response)
  const actions = review ? (
    <ReviewActions review={review} busy={saving && busy} />
  ) : (
    <>
      {extra}
      <CancelLink to={closeTo} discards />
      <Button variant="primary" busy={saving && busy}>
        {submit}
      </Button>
    </>
  )
  return (
    <Form ref={ref} {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
      {/* The first button of a form is what Enter presses. */}
      {!review && (
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {submit}
        </button>
      )}
      <SendTimeToast response={response} />
      <InstantToast toast={useFailureToast(response, failure)} />
      <input type="hidden" name="stepType" value={step.stepType} />
      {draft?.made.map((made, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its position identifies it
        <input key={index} type="hidden" name="made" value={made} />
      ))}
      {props.outer && <input type="hidden" name="outer" value={props.outer} />}
      {step.id && <input type="hidden" name="at" value={step.id} />}
      {Object.entries(props.hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ReviewedFields response={response}>
        <FormErrors errors={form.errors} id={form.errorId} />
        {props.loaded && <EditFields edit={edit} words={stepWords(props)} />}
        {step.stepType === 'send_email' && <SendFields {...part} />}
        {step.stepType === 'wait' && <WaitFields {...part} />}
        {step.stepType === 'add_to_persona' && <ListFields {...part} />}
        <PlaceQuestion step={step} steps={props.steps} targets={targets} field={fields.place} />
        <TextField
          field={fields.name}
          label={STEP_PARTS.name}
          maxLength={200}
          optional
          placeholder="Default: type and number"
        />
        <CheckboxField
          field={fields.branchOnly}
          label={STEP_PARTS.branchOnly}
          hint="Only a branch leads to this step. Contacts who take none skip it."
        />
      </ReviewedFields>
      {inPlace ? (
        <div className="flex flex-wrap justify-end gap-2 pt-1">{actions}</div>
      ) : (
        <DialogActions>{actions}</DialogActions>
      )}
    </Form>
  )
}

/** A new step has no stored values. */
const NEW = { values: {}, loaded: '' }

/** Whether a URL loses the form at `at`: not a dialog over it, and not one that passes on the form as a draft. */
function isLeft(at: string, to: Location, from: Location): boolean {
  const search = new URLSearchParams(to.search)
  if (search.has('outer') || search.has('stepType') || to.pathname.startsWith(`${at}/`)) return false
  return to.pathname !== from.pathname || to.search !== from.search
}

/** The focus starts at the value that was just created; in a card also at the first field, once the user has opened the form. */
function useStart(
  form: { current: HTMLFormElement | null },
  { chosen, inPlace }: Pick<StepFormProps, 'chosen' | 'inPlace'>,
) {
  const asked = useNavigationType() !== 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial focus
  useEffect(() => {
    if (!chosen && !(inPlace && asked)) return
    const first = chosen ? '[data-chosen]' : 'select, input:not([type=hidden])'
    // After the dialog that created it has closed and its focus is gone.
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>(first)?.focus())
    return () => clearTimeout(timer)
  }, [])
}
