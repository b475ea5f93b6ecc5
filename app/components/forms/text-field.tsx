import { getInputProps, getTextareaProps } from '@conform-to/react'
import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { type AnyField, describedBy, Field, type FieldFrame } from './field'

type Own<T> = Omit<T, 'id' | 'name' | 'form' | 'type' | 'defaultValue' | 'className' | keyof FieldFrame>

interface InputFieldProps extends FieldFrame, Own<InputHTMLAttributes<HTMLInputElement>> {
  field: AnyField
}

export interface TextFieldProps extends InputFieldProps {
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local' | 'time' | 'number'
  /** The unit of a number, inside the box. */
  suffix?: string
}

/** A single-line input with label, hint and errors. */
export function TextField({
  field,
  label,
  hint,
  optional,
  hideLabel,
  className,
  type = 'text',
  suffix,
  ...rest
}: TextFieldProps) {
  // A password must be typed again: neither the server nor the browser's cache restores it.
  const value = rest.value === undefined && type !== 'password'
  const control = (
    <input
      {...getInputProps(field, { type, value, ...describedBy(field, hint) })}
      {...rest}
      className="control"
      style={suffix ? { paddingRight: `${suffix.length + 3.5}ch` } : undefined}
    />
  )
  return (
    <Field {...{ field, label, hint, optional, hideLabel, className }}>
      {suffix ? (
        <span className="relative block">
          {control}
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted"
          >
            {suffix}
          </span>
        </span>
      ) : (
        control
      )}
    </Field>
  )
}

/** A number. */
export const NumberField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField inputMode="numeric" {...props} type="number" />
)

/** A time of day, `HH:MM` as a value: the browser's own picker, to the minute. */
export const TimeField = (props: Omit<TextFieldProps, 'type' | 'step'>) => (
  <TextField {...props} type="time" step={60} />
)

export interface TextareaFieldProps extends FieldFrame, Own<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  field: AnyField
  /** A monospaced font, for HTML and CSV. */
  mono?: boolean
}

/** A multi-line text. */
export function TextareaField({
  field,
  label,
  hint,
  optional,
  hideLabel,
  className,
  mono,
  rows = 4,
  ...rest
}: TextareaFieldProps) {
  return (
    <Field {...{ field, label, hint, optional, hideLabel, className }}>
      <textarea
        {...getTextareaProps(field, { value: rest.value === undefined, ...describedBy(field, hint) })}
        rows={rows}
        {...rest}
        className={mono ? 'control font-mono' : 'control'}
      />
    </Field>
  )
}
