import clsx from 'clsx'
import type { ReactNode } from 'react'

/**
 * The part of conform's field metadata that a control needs. Every `fields.x` of `useForm` fits; forms without conform create one with
 * `plainField`.
 */
export interface FieldControl {
  key?: string
  id: string
  name: string
  formId?: string
  errors?: string[]
  errorId: string
  /** The messages are shown at another field, whose `errorId` this is: one message for several fields. */
  saidElsewhere?: boolean
  descriptionId: string
  /** The initial value. */
  initialValue?: unknown
  required?: boolean
  minLength?: number
  maxLength?: number
  min?: string | number
  max?: string | number
  step?: string | number
  multiple?: boolean
  pattern?: string
}

/** A field of a form without conform; its ids derive from the name. */
export function plainField(name: string, value?: string, errors?: string[], id = name): FieldControl {
  return { id, name, initialValue: value, errors, errorId: `${id}-error`, descriptionId: `${id}-description` }
}

/** The attributes that every control takes from its field: identity, native validation, aria references to hint and errors. */
export function controlProps(field: FieldControl, hasHint: boolean) {
  const invalid = !!field.errors?.length
  const describedBy = [hasHint && field.descriptionId, invalid && field.errorId].filter(Boolean).join(' ')
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    required: field.required,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy || undefined,
  }
}

/** The initial text of a control: conform's values are strings, defaults may be numbers. */
export const initialText = ({ initialValue }: FieldControl) =>
  typeof initialValue === 'string' || typeof initialValue === 'number' ? String(initialValue) : undefined

export interface FieldFrame {
  label: ReactNode
  /** A hint below the control. */
  hint?: ReactNode
  /** Shows "optional" beside the label. */
  optional?: boolean
  /** Shows the label only to screen readers: for a search box or a table cell. */
  hideLabel?: boolean
  className?: string
}

/** The label, control, hint and errors of one field. The control is the child. */
export function Field({
  field,
  label,
  hint,
  optional,
  hideLabel,
  className,
  children,
}: FieldFrame & { field: FieldControl; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', className)}>
      <label
        htmlFor={field.id}
        className={
          hideLabel ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-2 text-sm font-medium'
        }
      >
        {label}
        {optional && !hideLabel && <span className="text-xs font-normal text-subtle">optional</span>}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  )
}

/** The hint and errors below a control. */
export function FieldNotes({ field, hint }: { field: FieldControl; hint?: ReactNode }) {
  return (
    <>
      {hint && (
        <p id={field.descriptionId} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
      {!!field.errors?.length && !field.saidElsewhere && (
        <div id={field.errorId} className="mt-1.5 text-xs font-medium text-danger-ink">
          {field.errors.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
    </>
  )
}
