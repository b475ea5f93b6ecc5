import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'
import { mendPostgres } from './scripts/mend-postgres'

export default defineConfig({
  plugins: [mendPostgres, tsconfigPaths()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // The same driver as in the build.
    server: { deps: { inline: ['postgres'] } },
    pool: 'forks',
    maxWorkers: 2,
    // These end what hangs, and judge no speed: a machine may be ten times slower. The full sizes (npm run test:faults) take as
    // long as they take.
    testTimeout: process.env.FAULTS === 'full' ? 3_600_000 : 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
