import os from 'node:os'
import { defineConfig, type Project } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

type Selection = Pick<Project, 'grep' | 'grepInvert'>

// The workers of Playwright read this file too: they inherit what was found.
process.env.BROWSER_PATH ??= findBrowser()
const executablePath = process.env.BROWSER_PATH || undefined

/**
 * Tags say which tests run when (`SWEEP`, set by scripts/test.mjs). `npm test`: with scripts all tests but those tagged @sweep; without
 * scripts only those tagged @no-js, which are the ways that differ there. tests/api/forms covers the forms of the others.
 * `npm run test:all` adds the rest. A test tagged @sized runs in both, in two sizes.
 */
const sweep = process.env.SWEEP ?? ''
/** Tests that run only with, or only without scripts. */
const WITH = /@js-only/
const WITHOUT = /@no-js-only/
const IN_SWEEP = /@sweep|@sized/
const selections: Record<string, { js: Selection; noJs: Selection }> = {
  '': { js: { grepInvert: [WITHOUT, /@sweep/] }, noJs: { grep: /@no-js/, grepInvert: /@sweep/ } },
  only: {
    js: { grep: IN_SWEEP, grepInvert: WITHOUT },
    noJs: { grepInvert: [WITH, /^(?!.*@(sweep|sized)).*@no-js/s] },
  },
  all: { js: { grepInvert: WITHOUT }, noJs: { grepInvert: WITH } },
}
const selection = selections[sweep]
if (!selection) throw new Error(`SWEEP is "${sweep}", not "only" or "all"`)

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
    { name: 'js', use: { javaScriptEnabled: true }, ...selection.js },
    { name: 'no-js', use: { javaScriptEnabled: false }, ...selection.noJs },
  ],
})
