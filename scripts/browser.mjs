import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findProgram, installPackages } from './programs.mjs'

// The headless shell runs the browser tests in two thirds of the time that a whole Chromium takes.
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** The first installed Chromium or Chrome, or null. */
function installed() {
  if (process.env.BROWSER_PATH && existsSync(process.env.BROWSER_PATH)) return process.env.BROWSER_PATH
  return findProgram(NAMES, ['/usr/bin', '/opt/google/chrome'])
}

/**
 * The browser for the tests: an installed one, else Debian's package (as root), else Playwright's own. An empty string means
 * Playwright's own.
 */
export function findBrowser() {
  const found = installed()
  if (found) return found
  installPackages([SHELL])
  const now = installed()
  if (now) return now
  const { status } = spawnSync(path.join('node_modules', '.bin', 'playwright'), ['install', 'chromium'], {
    stdio: 'inherit',
  })
  if (status !== 0)
    throw new Error('no browser found, and none could be installed: install Chromium or Chrome')
  return ''
}
