import os from 'node:os'
import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'

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

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    maxWorkers: Number(process.env.TEST_WORKERS) || os.availableParallelism(),
    // These end what hangs, and judge no speed: a machine may be ten times slower. The full sizes (npm run test:faults) take as
    // long as they take.
    testTimeout: process.env.FAULTS === 'full' ? 18_000_000 : 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: TESTS, exclude: [...E2E, ...APART], isolate: false },
      },
      {
        extends: true,
        test: { name: 'apart', include: APART },
      },
    ],
  },
})
