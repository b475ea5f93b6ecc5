// npm run screenshot: docs/images/*.png, the main screens of the built program with its sample data.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Client } from '../tests/support/client'
import { cloneDatabase } from '../tests/support/clone'
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
  await client.ok('POST', '/api/auth/register', {
    email: 'demo@example.com',
    password: 'correct horse battery',
    fullName: 'Demo User',
    timezone: 'Europe/Berlin',
  })
  await loadSampleData(client)
  // This request takes the toast of the sample data.
  await client.request('GET', '/sequences')
  const [sequence] = await client.ok('GET', '/api/sequences')
  const { conversations } = await client.ok('GET', '/api/conversations?label=Interested')
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

/** Presses "Load sample data" and waits until the job has played its ten days. */
async function loadSampleData(client: Client): Promise<void> {
  await client.request('POST', '/sample-data', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'load=yes&redirectTo=/sequences',
  })
  const isLoaded = async () =>
    (
      await server.database
        .sql`select 1 from settings where key = 'sample_data' and value ->> 'status' = 'completed'`
    ).length > 0
  while (!(await isLoaded())) await sleep(200)
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
