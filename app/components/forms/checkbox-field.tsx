import { getInputProps } from '@conform-to/react'
import clsx from 'clsx'
import type { InputHTMLAttributes } from 'react'
import { type AnyField, describedBy, type FieldFrame, FieldNotes } from './field'

export interface CheckboxFieldProps
  extends Omit<FieldFrame, 'hideLabel' | 'optional'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'form' | 'className' | keyof FieldFrame> {
  field: AnyField
  type?: 'checkbox' | 'radio'
  /** For one of several with the same name, whose errors are shown below all of them. */
  value?: string
}

/** A checkbox with its label; if checked it sends `on`, unless `value` is set. */
export function CheckboxField({
  field,
  label,
  hint,
  className,
  type = 'checkbox',
  value,
  ...rest
}: CheckboxFieldProps) {
  const id = value === undefined ? field.id : `${field.id}-${value}`
  return (
    <div className={clsx('min-w-0', className)}>
      <label
        htmlFor={id}
        className="flex min-h-6 items-start gap-2.5 text-sm font-medium max-sm:min-h-9 max-sm:py-1.5"
      >
        <input
          {...getInputProps(field, { type, value, ...describedBy(field, hint) })}
          {...rest}
          id={id}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">{label}</span>
      </label>
      {value === undefined && (
        <div className="pl-6.5">
          <FieldNotes field={field} hint={hint} />
        </div>
      )}
    </div>
  )
}
