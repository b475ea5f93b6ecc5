import os from 'node:os'
import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'

/** Tests that touch no database, process or global state: each worker loads the program's modules once for all of them. */
const PURE = ['tests/engine/**/*.test.{ts,tsx}', 'tests/http/**/*.test.{ts,tsx}']
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
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        test: { name: 'apart', include: ['tests/**/*.test.{ts,tsx}'], exclude: [...E2E, ...PURE] },
      },
    ],
  },
})
