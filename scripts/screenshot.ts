// npm run screenshot: docs/images/*.png, the main screens of the built program with its sample data.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { SAMPLE_SEQUENCES } from '~/jobs/sandbox/sample-content'
import type { Client } from '../tests/support/client'
import { cloneDatabase } from '../tests/support/clone'
import { loadSampleData, registerDemo } from '../tests/support/demo-account'
import { launchServer } from '../tests/support/launch'
import { startTestPostgres } from '../tests/support/postgres'
import { findBrowser } from './browser.mjs'
import { buildIsFresh } from './source-stamp.mjs'

const FOLDER = 'docs/images'

if (!buildIsFresh() && spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0)
  process.exit(1)
const postgres = await startTestPostgres()
const server = await launchServer(await cloneDatabase(postgres))
try {
  const client = server.client()
  const userId = await registerDemo(client, 'demo@example.com')
  await loadSampleData(client, server.database.sql, userId)
  const sequences: { id: string; name: string }[] = await client.ok('GET', '/api/sequences')
  const sequence = sequences.find(({ name }) => name === SAMPLE_SEQUENCES[0]!.name)!
  const { conversations } = await client.ok('GET', '/api/conversations?label=Meeting%20booked')
  const messages: { id: string }[] = await client.ok('GET', '/sandbox/messages')
  await photograph(client, server.url, {
    sequence: `/sequences/${sequence.id}`,
    canvas: `/sequences/${sequence.id}?view=canvas`,
    report: `/sequences/${sequence.id}/report`,
    inbox: `/inbox/${conversations[0].id}`,
    contacts: '/contacts',
    sandbox: `/sandbox?message=${messages[0]!.id}`,
  })
} finally {
  await server.close()
  await postgres.stop()
}

/** Takes a picture of each screen, under its name. */
async function photograph(client: Client, base: string, screens: Record<string, string>): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: base })))
  await context.addInitScript(() => localStorage.setItem('chatWidgetOpen', 'false'))
  const page = await context.newPage()
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(base + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `${FOLDER}/${name}.png` })
    process.stdout.write(`${FOLDER}/${name}.png\n`)
  }
  await browser.close()
}
