/** The drawing's own units; it is stretched to its container. */
export const WIDTH = 1000
export const HEIGHT = 200

/** The horizontal position of the n-th of `count` days, in percent; a single day is centered. */
export const placeOf = (index: number, count: number) => (count > 1 ? (index / (count - 1)) * 100 : 50)

/** Round values from 0 to at least `most`, at most five of them. */
export function ticksOf(most: number): number[] {
  const least = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least)!
  const ticks = [0]
  while (ticks.at(-1)! < Math.max(1, most)) ticks.push(ticks.at(-1)! + step)
  return ticks
}

/**
 * A line through values, as an SVG path; `top` is the value at the upper edge. Days that are null are left out: the line has a gap there, and
 * a day between two gaps is a dot.
 * @param form `dots` marks each value with a zero-length line, which round caps turn into a dot at any scale
 */
export function pathOf(
  values: readonly (number | null)[],
  top: number,
  form: 'line' | 'dots' = 'line',
): string {
  const round = (n: number) => Math.round(n * 10) / 10
  const isGap = (index: number) => (values[index] ?? null) === null
  return values
    .map((value, index) => {
      if (value === null) return ''
      const x = round((placeOf(index, values.length) / 100) * WIDTH)
      const y = round(HEIGHT - (value / top) * HEIGHT)
      if (form === 'dots' || (isGap(index - 1) && isGap(index + 1))) return `M${x} ${y}h0`
      return `${isGap(index - 1) ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}

/** With at most this many days, uneven gaps between the labels would be noticeable. */
const FEW = 12

/** The days that get a label: at most four, evenly spread, and the side on which each label is anchored. */
export function labelledDays(count: number): { index: number; side: 'start' | 'middle' | 'end' }[] {
  if (count < 1) return []
  if (count === 1) return [{ index: 0, side: 'middle' }]
  const days = count - 1
  const gaps = days > FEW || days % 3 === 0 ? 3 : days % 2 === 0 ? 2 : 1
  return Array.from({ length: gaps + 1 }, (_, n) => ({
    index: Math.round((n / gaps) * days),
    side: n === 0 ? 'start' : n === gaps ? 'end' : 'middle',
  }))
}
