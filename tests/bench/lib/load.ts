import { startHelper } from '../../load/programs'

export interface Load {
  rate: number
  p99: number
  failed: number
}

/** Asks a server for paths over and over, as fast as it answers. `env` has the settings of limits/load.ts. */
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

/** What the runs of two programs say against each other: requests in a second, and the slowest hundredth. */
export function compare(runs: { limit: Load; ours: Load }[]) {
  return {
    rates: runs.map((run) => run.ours.rate / run.limit.rate),
    delays: runs.map((run) => run.ours.p99 / run.limit.p99),
  }
}
