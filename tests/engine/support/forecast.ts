import { forecastInTurns } from '~/engine/forecast'

/** A forecast without pauses. */
export function forecast(...input: Parameters<typeof forecastInTurns>) {
  const turns = forecastInTurns(...input)
  for (;;) {
    const { done, value } = turns.next()
    if (done) return value
  }
}
