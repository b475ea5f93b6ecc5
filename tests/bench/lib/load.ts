import { startHelper } from '../../load/programs'
import { type Figure, median, perSecond, spread } from './figures'

export interface Load {
  rate: number
  p99: number
  failed: number
}

/** Requests paths repeatedly at full speed. `env` has the settings of limits/load.ts. */
export async function load(
  port: number,
  requests: number,
  paths: string[],
  env: Record<string, string> = {},
): Promise<Load> {
  const settings = { PORT: String(port), REQUESTS: String(requests), PATHS: paths.join(' '), ...env }
  const program = await startHelper('../bench/limits/load.ts', settings)
  const result = await program.ask<Load>('go')
  await program.stop()
  return result
}

/**
 * What the runs of two programs say against each other: requests in a second, and the slowest hundredth.
 * @param goals the least ratio of the first, the most of the second
 * @param lost responses or their effects that are missing
 */
export function compare(
  id: string,
  [rate, slowest]: [what: string, what: string],
  runs: { limit: Load; ours: Load }[],
  goals: { rate: number; delay: number },
  lost: number,
): Figure[] {
  const rates = runs.map((run) => run.ours.rate / run.limit.rate)
  const delays = runs.map((run) => run.ours.p99 / run.limit.p99)
  const ms = (of: 'ours' | 'limit') => `${median(runs.map((run) => run[of].p99)).toFixed(1)} ms`
  return [
    {
      id,
      what: rate,
      ours: perSecond(median(runs.map((run) => run.ours.rate))),
      limit: perSecond(median(runs.map((run) => run.limit.rate))),
      value: spread(rates),
      goal: `at least ${goals.rate.toFixed(2)}`,
      reached: median(rates) >= goals.rate,
    },
    {
      id,
      what: slowest,
      ours: `${ms('ours')}; ${lost}`,
      limit: ms('limit'),
      value: spread(delays),
      goal: `at most ${goals.delay}; 0`,
      reached: median(delays) <= goals.delay && lost === 0,
    },
  ]
}
