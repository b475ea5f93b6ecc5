import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { controlProps, Field, type FieldControl, type FieldFrame, initialText } from './field'

type Own<T> = Omit<T, 'id' | 'name' | 'form' | 'defaultValue' | 'className' | keyof FieldFrame>

export interface TextFieldProps extends FieldFrame, Own<InputHTMLAttributes<HTMLInputElement>> {
  field: FieldControl
}

/** A single-line input (text, email, password, date, time, url: by `type`) with label, hint and errors. */
export function TextField({
  field,
  label,
  hint,
  optional,
  hideLabel,
  className,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ field, label, hint, optional, hideLabel, className }}>
      <input
        key={field.key}
        type={type}
        minLength={field.minLength}
        maxLength={field.maxLength}
        min={field.min}
        max={field.max}
        step={field.step}
        pattern={field.pattern}
        // A password must be typed again: neither the server nor the browser's cache restores it.
        defaultValue={rest.value === undefined && type !== 'password' ? initialText(field) : undefined}
        {...rest}
        {...controlProps(field, !!hint)}
        className="control"
      />
    </Field>
  )
}

/** A number; `suffix` shows its unit inside the box. */
export function NumberField({ suffix, ...props }: Omit<TextFieldProps, 'type'> & { suffix?: string }) {
  const { field, label, hint, optional, hideLabel, className, ...rest } = props
  return (
    <Field {...{ field, label, hint, optional, hideLabel, className }}>
      <span className="relative block">
        <input
          key={field.key}
          type="number"
          inputMode="numeric"
          min={field.min}
          max={field.max}
          step={field.step}
          defaultValue={rest.value === undefined ? initialText(field) : undefined}
          {...rest}
          {...controlProps(field, !!hint)}
          className="control"
          style={suffix ? { paddingRight: `${suffix.length + 3.5}ch` } : undefined}
        />
        {suffix && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted"
          >
            {suffix}
          </span>
        )}
      </span>
    </Field>
  )
}

export interface TextareaFieldProps extends FieldFrame, Own<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  field: FieldControl
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
        key={field.key}
        rows={rows}
        minLength={field.minLength}
        maxLength={field.maxLength}
        defaultValue={rest.value === undefined ? initialText(field) : undefined}
        {...rest}
        {...controlProps(field, !!hint)}
        className={mono ? 'control font-mono' : 'control'}
      />
    </Field>
  )
}
