import type { SyntheticEvent } from 'react'

/**
 * Keeps a number field within its limits while the user types (specification document 2, section 5), so that users see what they submit:
 * more than `max` becomes `max` at once; less than `min`, or no number, becomes `min` on blur. The server refuses values out of range.
 */
export const keptBetween = (min: number, max: number) => ({
  min,
  max,
  onInput: ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    if (input.valueAsNumber > max) input.value = String(max)
  },
  onBlur: ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    if (!(input.valueAsNumber >= min)) input.value = String(min)
  },
})
