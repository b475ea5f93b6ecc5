import clsx from 'clsx'
import type { InputHTMLAttributes } from 'react'
import { controlProps, type FieldControl, type FieldFrame, FieldNotes } from './field'

export interface CheckboxFieldProps
  extends Omit<FieldFrame, 'hideLabel' | 'optional'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'form' | 'className' | keyof FieldFrame> {
  field: FieldControl
  /** `radio` for one of several fields with the same name. */
  type?: 'checkbox' | 'radio'
}

/** A checkbox with its label; if checked it sends `on`, unless `value` is set. */
export function CheckboxField({
  field,
  label,
  hint,
  className,
  type = 'checkbox',
  value = 'on',
  ...rest
}: CheckboxFieldProps) {
  const { initialValue } = field
  const ticked = Array.isArray(initialValue)
    ? initialValue.includes(value)
    : initialValue === value || initialValue === true || (initialValue === 'true' && value === 'on')
  const controlled = rest.checked !== undefined || rest.defaultChecked !== undefined
  const id = type === 'radio' ? `${field.id}-${value}` : field.id
  return (
    <div className={clsx('min-w-0', className)}>
      <label
        htmlFor={id}
        className="flex min-h-6 items-start gap-2.5 text-sm font-medium max-sm:min-h-9 max-sm:py-1.5"
      >
        <input
          key={field.key}
          type={type}
          value={value}
          {...(controlled ? {} : { defaultChecked: ticked })}
          {...rest}
          {...controlProps(field, !!hint)}
          id={id}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">{label}</span>
      </label>
      <div className="pl-6.5">
        <FieldNotes field={field} hint={hint} />
      </div>
    </div>
  )
}
