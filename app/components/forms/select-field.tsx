import { getSelectProps } from '@conform-to/react'
import type { ReactNode, SelectHTMLAttributes } from 'react'
import { type AnyField, describedBy, Field, type FieldFrame } from './field'

interface Option {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectFieldProps
  extends FieldFrame,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'form' | 'className' | keyof FieldFrame> {
  field: AnyField
  /** Options; alternatively pass `<option>` elements as children. */
  options?: readonly (string | Option)[]
  /** The first, empty choice ("Choose a template"). */
  placeholder?: string
  children?: ReactNode
}

/** A native select: works everywhere, with a phone's own picker. */
export function SelectField(props: SelectFieldProps) {
  const { field, label, hint, optional, hideLabel, className, options, placeholder, children, ...rest } =
    props
  return (
    <Field {...{ field, label, hint, optional, hideLabel, className }}>
      <span className="relative block">
        <select
          {...getSelectProps(field, { value: rest.value === undefined, ...describedBy(field, hint) })}
          {...(field.multiple && { defaultValue: field.defaultOptions })}
          {...rest}
          className={field.multiple ? 'control' : 'control appearance-none truncate pr-8'}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options?.map((option) => {
            const {
              value,
              label: text,
              disabled,
            } = typeof option === 'string' ? { value: option, label: option, disabled: false } : option
            return (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            )
          })}
          {children}
        </select>
        {!field.multiple && (
          <svg
            viewBox="0 0 16 16"
            aria-hidden="true"
            className="pointer-events-none absolute right-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
          >
            <path
              d="m4.5 6.5 3.5 3.5 3.5-3.5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        )}
      </span>
    </Field>
  )
}
