import type { FormatCallback } from 'html-to-text'

/** The library repeats an "m" for every thousand of a roman number. */
const MAX_NUMBER = 9_999

/** A numbered list as text, whose first number is bounded. */
export const numbered: FormatCallback = (list, walk, builder, options) => {
  const start = Math.trunc(Number(list.attribs.start ?? 1))
  list.attribs.start = String(start >= 1 && start <= MAX_NUMBER ? start : 1)
  builder.options.formatters!.orderedList!(list, walk, builder, options)
}
