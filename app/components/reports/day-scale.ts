/** The drawing's own units; it is stretched to its place. */
export const WIDTH = 1000
export const HEIGHT = 200

/** Where the n-th of `count` days stands, in percent of the width; a single day stands in the middle. */
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
 * A line through values, as an SVG path; `top` is the value at the upper edge.
 * @param form `dots` marks each value by a line without length, which round caps make a dot however it is stretched
 */
export function pathOf(values: readonly number[], top: number, form: 'line' | 'dots' = 'line'): string {
  const round = (n: number) => Math.round(n * 10) / 10
  return values
    .map((value, index) => {
      const x = round((placeOf(index, values.length) / 100) * WIDTH)
      const y = round(HEIGHT - (value / top) * HEIGHT)
      return form === 'dots' ? `M${x} ${y}h0` : `${index === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}

/** The days whose names fit below the drawing: at most four, evenly spread, and which side of them they are written on. */
export function labelledDays(count: number): { index: number; side: 'start' | 'middle' | 'end' }[] {
  if (count < 1) return []
  if (count === 1) return [{ index: 0, side: 'middle' }]
  const gaps = Math.min(3, count - 1)
  return Array.from({ length: gaps + 1 }, (_, n) => ({
    index: Math.round((n / gaps) * (count - 1)),
    side: n === 0 ? 'start' : n === gaps ? 'end' : 'middle',
  }))
}
