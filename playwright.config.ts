import os from 'node:os'
import { defineConfig } from '@playwright/test'

const executablePath = process.env.BROWSER_PATH || undefined

/** Each worker starts a server for its tests (tests/e2e/support.ts); scripts on and off are two projects. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: Number(process.env.BROWSER_WORKERS) || os.availableParallelism(),
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  // These end what hangs, and judge no speed: a machine may be ten times slower.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  globalSetup: './tests/e2e/global-setup.ts',
  use: {
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Animations only delay what a test waits for.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'js', use: { javaScriptEnabled: true }, grepInvert: /@no-js-only/ },
    { name: 'no-js', use: { javaScriptEnabled: false }, grepInvert: /@js-only/ },
  ],
})
