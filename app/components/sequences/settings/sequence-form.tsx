import { getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { type Edit, EditFields, type EditWords, useEdit, useFocusAfterMerge } from '~/components/forms/edits'
import { type UnsavedGuardOptions, useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import type { EditValues, LoadedEdit } from '~/models/shared/forms/edits'
import { ReviewedFields } from '../versions/reviewed-fields'
import { runningNote, type SettingsFields } from './basic-fields'
import type { BasicSettings } from './edits'
import { SaveRow } from './save-row'

interface SequenceFormProps extends Pick<UnsavedGuardOptions, 'stays'> {
  sequence: BasicSettings
  /** What the form is loaded with. */
  loaded: LoadedEdit
  /** The action's response: a refused or reviewed save. */
  response: unknown
  words?: EditWords
  /** Of the button that saves. */
  label: string
  primary?: boolean
  /** Classes of the form, and of its parts: the fields and the row with the button. */
  className: string
  bodyClass?: string
  footClass?: string
  children: (fields: SettingsFields) => ReactNode
}

/** A form for settings of a sequence: all of them, or the first ones. */
export function SequenceForm(props: SequenceFormProps) {
  const edit = useEdit(props.response, props.loaded)
  return <Fields key={edit.key} {...props} edit={edit} />
}

function Fields({
  sequence,
  response,
  edit,
  words,
  stays,
  label,
  primary,
  className,
  bodyClass,
  footClass,
  children,
}: SequenceFormProps & { edit: Edit }) {
  const ref = useRef<HTMLFormElement>(null)
  const [form, fields] = useActionForm<Record<keyof SettingsFields, EditValues[string]>>(response, {
    defaultValue: edit.values,
  })
  useFocusAfterMerge(edit.key, ref)
  useUnsavedGuard(ref, { response, stays })
  return (
    <Form ref={ref} {...getFormProps(form)} method="post" preventScrollReset className={className}>
      <InstantToast toast={useFailureToast(response, 'Failed to update sequence')} />
      <input type="hidden" name="intent" value="save" />
      <div className={bodyClass}>
        <ReviewedFields response={response}>
          <FormErrors errors={form.errors} id={form.errorId} />
          <EditFields edit={edit} words={words} />
          {children(fields)}
        </ReviewedFields>
      </div>
      <div className={footClass}>
        <SaveRow response={response} label={label} note={runningNote(sequence)} primary={primary} />
      </div>
    </Form>
  )
}
