import type { FieldMetadata } from '@conform-to/react'
import clsx from 'clsx'
import type { ReactNode } from 'react'

/** Conform's metadata of a field of any form. */
// biome-ignore lint/suspicious/noExplicitAny: as in conform, a control takes the fields of every form
export type AnyField = FieldMetadata<any, any>

/** Fields of a form by name, for a component that shows these. */
export type FieldsOf<Name extends string> = Record<Name, AnyField>

/** A field with other values or messages. Conform's metadata is a proxy, of which a spread would copy nothing. */
export const changed = (
  field: AnyField,
  changes: Partial<Pick<AnyField, 'initialValue' | 'errors' | 'errorId'>>,
): AnyField => Object.assign(Object.create(field), changes)

/** Fields with one shared message, which is shown only below the first invalid one. */
export function together<Name extends string>(
  names: readonly Name[],
  fields: FieldsOf<Name>,
): FieldsOf<Name> {
  const messageOf = (name: Name) => fields[name].errors?.join()
  const shared = names.map((name) => {
    const first = names.find((other) => messageOf(other) === messageOf(name))!
    return [name, changed(fields[name], { errorId: fields[first].errorId })]
  })
  return Object.fromEntries(shared)
}

/** What conform's props of a control are made with: the hint describes it, too. */
export const describedBy = (field: AnyField, hint: ReactNode) => ({
  ariaDescribedBy: hint ? field.descriptionId : undefined,
})

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
}: FieldFrame & { field: AnyField; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', className)}>
      <label
        htmlFor={field.id}
        className={
          hideLabel ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-2 text-sm font-medium'
        }
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
        {optional && !hideLabel && <span className="text-xs font-normal text-subtle">optional</span>}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  )
}

/** The hint and errors below a control. Errors with the id of another field are shown there. */
export function FieldNotes({ field, hint }: { field: AnyField; hint?: ReactNode }) {
  return (
    <>
      {hint && (
        <p id={field.descriptionId} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
      {field.errors && field.errorId === `${field.id}-error` && (
        <div id={field.errorId} className="mt-1.5 text-xs font-medium text-danger-ink">
          {field.errors.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
    </>
  )
}
