import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'

/** Tests of pure functions: they start no PostgreSQL. */
const PURE = ['tests/{engine,http,unit}/**/*.test.{ts,tsx}']
/**
 * These files need a process of their own: they kill processes, measure memory, or watch how modules are loaded. The others share
 * one process per worker, which loads the program's modules once.
 */
const APART = [
  'tests/faults/**/*.test.ts',
  'tests/process/**/*.test.ts',
  'tests/unit/regular-expressions.test.ts',
]
const TESTS = ['tests/**/*.test.{ts,tsx}']
const E2E = ['tests/e2e/**', 'node_modules/**']
/** What only sweeps find (tests/support/sizes.ts). */
const SWEEPS = 'tests/**/*.sweep.test.{ts,tsx}'

/** The files that a run leaves out: `npm test` the sweeps; `SWEEP=only` what it would repeat at the same size. */
function leftOut(): string[] {
  if (process.env.FAULTS === 'full' || process.env.SWEEP === 'all') return []
  if (process.env.SWEEP !== 'only') return [SWEEPS]
  const files = (readdirSync('tests', { recursive: true }) as string[]).map((file) => `tests/${file}`)
  return files.filter(
    (file) =>
      /(?<!\.sweep)\.test\.tsx?$/.test(file) &&
      !/support\/(sizes|in-sweep)'/.test(readFileSync(file, 'utf8')),
  )
}

const project = (name: string, include: string[], exclude: string[], own: object) => ({
  extends: true as const,
  test: { name, include, exclude: [...E2E, ...leftOut(), ...exclude], ...own },
})
const WITH_POSTGRES = { globalSetup: ['tests/support/global-setup.ts'] }

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // One more than there are processors: tests that wait for a program leave theirs idle.
    maxWorkers: Number(process.env.TEST_WORKERS) || os.availableParallelism() + 1,
    // These end what hangs, and judge no speed: a machine may be ten times slower. The full sizes (npm run test:faults) take as
    // long as they take.
    testTimeout: process.env.FAULTS === 'full' ? 18_000_000 : 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      project('apart', APART, [], WITH_POSTGRES),
      project('shared', TESTS, [...PURE, ...APART], { ...WITH_POSTGRES, isolate: false }),
      project('pure', PURE, APART, { isolate: false }),
    ],
  },
})
