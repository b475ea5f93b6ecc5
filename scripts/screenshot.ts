// npm run screenshot: docs/screenshot.png, from the built program with a sequence that has run for some days.
import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import type { Client } from '../tests/support/client'
import { cloneDatabase } from '../tests/support/clone'
import { launchServer } from '../tests/support/launch'
import { startTestPostgres } from '../tests/support/postgres'
import { findBrowser } from './browser.mjs'
import { buildIsFresh } from './source-stamp.mjs'

const TARGET = 'docs/screenshot.png'
const DAY = 24 * 60
const LISTS = [
  {
    name: 'CTOs in Berlin',
    industry: 'Software',
    jobTitle: 'CTO',
    location: 'Berlin',
    people: ['Ann', 'Bob', 'Cora', 'Dan', 'Eva', 'Finn', 'Gina', 'Hugo', 'Ida', 'Jan', 'Kim', 'Leo', 'Mia'],
  },
  {
    name: 'Founders in Lisbon',
    industry: 'Design agencies',
    jobTitle: 'Founder',
    location: 'Lisbon',
    people: ['Nora', 'Otto', 'Pia', 'Rui', 'Sara', 'Tom', 'Una', 'Vera', 'Will', 'Yara', 'Zoe'],
  },
]
const FIRST = '<p>Hi {{first_name}},</p><p>how do you plan your on-call weeks at {{company_name}}?</p>'
const SECOND = '<p>Hi {{first_name}},</p><p>a short reminder, and a two-page summary if it helps.</p>'

if (!buildIsFresh() && spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0)
  process.exit(1)
const executablePath = findBrowser() || undefined
const database = await startTestPostgres()
const server = await launchServer(await cloneDatabase(database))
try {
  const client = server.client()
  const sequenceId = await fillSequence(client)
  await playDays(client, 4)
  await client.request('GET', '/sequences') // its toast, of the mailbox that was connected, is not for the picture
  await photograph(client, `${server.url}/sequences/${sequenceId}`)
} finally {
  await server.close()
  await database.stop()
}

/** Signs up, connects a mailbox and makes a running sequence with two mails. @returns the sequence's id */
async function fillSequence(client: Client): Promise<string> {
  const timezone = 'Europe/Berlin'
  await client.ok('POST', '/api/auth/register', {
    email: 'demo@example.com',
    password: 'correct horse battery',
    fullName: 'Demo User',
    timezone,
  })
  await client.connectMailbox('sender@example.com')
  const newTemplate = async (name: string, subject: string, htmlBody: string): Promise<string> =>
    (await client.ok('POST', '/api/templates', { name, subject, htmlBody })).id
  const first = await newTemplate('Introduction', 'A question about {{company_name}}', FIRST)
  const second = await newTemplate('Short reminder', 'A question about {{company_name}}', SECOND)
  const { id } = await client.ok('POST', '/api/sequences', {
    name: 'First contact, autumn',
    description: 'Two mails, two days apart; who answers gets no reminder.',
    timezone,
  })
  const newStep = (name: string, templateId: string, delayDays: number, sendHour: number) =>
    client.ok('POST', `/api/sequences/${id}/steps`, {
      name,
      templateId,
      delayDays,
      sendHour,
      sendMinute: 0,
      reactionWindowHours: 24,
    })
  await newStep('Introduction', first, 1, 9)
  await newStep('Reminder', second, 1, 10)
  for (const { people, ...list } of LISTS) {
    const persona = await client.ok('POST', '/api/personas', list)
    for (const firstName of people) {
      await client.ok('POST', '/api/contacts', {
        email: `${firstName.toLowerCase()}@example.com`,
        firstName,
        organizationName: `${firstName}'s company`,
        personaId: persona.id,
      })
    }
    await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: persona.id })
  }
  await client.ok('POST', `/api/sequences/${id}/activate`)
  return id
}

/** Lets days pass; of each day's mails some are opened, some answered, one is unsubscribed from. */
async function playDays(client: Client, days: number): Promise<void> {
  let seen = 0
  for (let day = 0; day < days; day++) {
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: DAY })
    const mails: { id: string }[] = await client.ok('GET', '/sandbox/messages')
    for (; seen < mails.length; seen++) {
      const at = `/sandbox/messages/${mails[seen]!.id}`
      if (seen % 2 === 0) await client.ok('POST', `${at}/open`)
      if (seen % 6 === 4) await client.ok('POST', `${at}/reply`, { text: 'Thank you, tell me more.' })
      if (seen === 9) await client.ok('POST', `${at}/unsubscribe`)
    }
  }
}

async function photograph(client: Client, url: string): Promise<void> {
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
  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({ name, value, url: new URL(url).origin })),
  )
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.screenshot({ path: TARGET })
  await browser.close()
  process.stdout.write(`${TARGET}\n`)
}
