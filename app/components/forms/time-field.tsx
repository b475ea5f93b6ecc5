import { TextField, type TextFieldProps } from './text-field'

/** A time of day, `HH:MM` as a value: the browser's own picker, to the minute. */
export const TimeField = (props: Omit<TextFieldProps, 'type' | 'step'>) => (
  <TextField {...props} type="time" step={60} />
)
