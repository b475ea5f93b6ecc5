import type { Locator } from '@playwright/test'
import type { TestServer } from '../../support/launch'
import { expect, FAILURE, type Page, signIn, stopClock, test } from '../support'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
/** Presses a button of a preference; it has acted when the response has arrived. */
const choose = (page: Page, button: Locator) =>
  Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/preferences/.test(response.url()),
    ),
    button.click(),
  ])
const collapse = (page: Page) => sidebar(page).getByRole('button', { name: 'Collapse sidebar' })

test('the sidebar shows groups, entries and tagline, and marks the current screen', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/settings`)
  await expect(sidebar(page).getByText('Email Automation')).toBeVisible()
  for (const [label, path] of [
    ['Leads Finder', '/contacts-hub/leads-finder'],
    ['Email Lists', '/personas'],
    ['Sequences', '/sequences'],
    ['Workflows', '/workflows'],
    ['Email Sending', '/campaign-builder/email-sending'],
    ['Gmail', '/connection/gmail'],
    ['INTEGRATIONS', '/integrations'],
    ['SETTINGS', '/settings'],
  ] as const)
    await expect(sidebar(page).getByRole('link', { name: label, exact: true })).toHaveAttribute('href', path)
  for (const group of ['CONTACTS HUB', 'CAMPAIGN BUILDER', 'EMAIL CONNECTIONS'])
    await expect(sidebar(page).getByText(group)).toBeVisible()
  await expect(sidebar(page).getByText('REPORTS')).toBeVisible()
  await expect(sidebar(page).getByText('Coming soon')).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: /REPORTS/ })).toHaveCount(0)
  await expect(sidebar(page).getByRole('link', { name: 'SETTINGS' })).toHaveAttribute('aria-current', 'page')
  await expect(sidebar(page).getByText('Test User')).toBeVisible()
})

test('the collapsed sidebar shows flyouts and remembers its state @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/settings`)
  await choose(page, collapse(page))
  const expand = sidebar(page).getByRole('button', { name: 'Expand sidebar' })
  await expect(expand).toBeVisible()
  await expect(sidebar(page)).toHaveCSS('width', '56px')
  await page.reload()
  await expect(expand).toBeVisible()
  const flyout = sidebar(page).getByRole('link', { name: 'Sequences', exact: true })
  await expect(flyout).toBeHidden()
  await sidebar(page).getByRole('button', { name: 'CAMPAIGN BUILDER' }).hover()
  await expect(flyout).toBeVisible()
  await flyout.click()
  await expect(page).toHaveURL(/\/sequences$/)
  await choose(page, expand)
  await expect(collapse(page)).toBeVisible()

  await page.goto(`${server.url}/campaigns`)
  await expect(collapse(page)).toBeVisible()
  await page.goto(`${server.url}/campaigns/one`)
  await expect(sidebar(page)).toHaveCSS('width', '56px')
  await expect(collapse(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('tooltips wait 700 ms, or open at once within 300 ms of the last @js-only @sweep', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await stopClock(page)
  await page.goto(`${server.url}/settings`)
  const tooltip = page.getByRole('tooltip')
  const look = page.locator('[data-state][data-side]', { hasText: 'Collapse sidebar' })
  const leave = () => page.mouse.move(700, 600, { steps: 5 })
  await collapse(page).hover()
  await page.clock.runFor(600)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(tooltip).toHaveText('Collapse sidebar')
  await expect(look).toHaveAttribute('data-state', 'delayed-open')
  const [button, label] = [(await collapse(page).boundingBox())!, (await look.boundingBox())!]
  expect(Math.round(label.x - button.x - button.width)).toBe(4)

  await leave()
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(200)
  await collapse(page).hover()
  await expect(tooltip).toHaveText('Collapse sidebar')
  await expect(look).toHaveAttribute('data-state', 'instant-open')
  await leave()
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(400)
  await collapse(page).hover()
  await page.clock.runFor(600)
  await expect(tooltip).toHaveCount(0)
})

test('shows one toast at a time, top right, for 5 seconds @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await stopClock(page)
  await page.goto(`${server.url}/settings`)
  const show = (title: string) =>
    page.evaluate((detail) => void window.dispatchEvent(new CustomEvent('coldframe:toast', { detail })), {
      kind: 'success',
      title,
    })
  await show('First')
  await show('Second')
  const place = page.getByRole('status').filter({ hasText: 'Second' })
  await expect(place).toBeVisible()
  await expect(page.getByText('First', { exact: true })).toHaveCount(0)
  const box = (await place.boundingBox())!
  expect([box.width, box.y, box.x + box.width]).toEqual([420, 0, 1280])
  await page.mouse.move(100, 600)
  await page.clock.runFor(4900)
  await expect(page.getByText('Second', { exact: true })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByText('Second', { exact: true })).toHaveCount(0)
})

test('applies the chosen theme from the first byte', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${server.url}/settings`)
  const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await canvas()
  await sidebar(page).getByText('Test User').click()
  await choose(page, page.getByRole('button', { name: 'Dark theme' }))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await canvas()).not.toBe(light)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  client.cookies.set('theme', 'dark')
  expect(await (await client.request('GET', '/settings')).text()).toContain('data-theme="dark"')
  await sidebar(page).getByText('Test User').click()
  await choose(page, page.getByRole('button', { name: 'System theme' }))
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await canvas()).not.toBe(light)
})

const addMail = ({ database: { sql } }: TestServer, id: string) => sql`
  insert into email_logs (user_id, sequence_id, recipient_email, sender_email, subject, sent_at, opened_at)
  select user_id, id, 'a@people.example', 's@coldframe.example', 'Hello', now(), now() from sequences where id = ${id}`

test('campaigns list started sequences with their numbers @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/campaigns`)
  await expect(page.getByRole('main').getByText('No campaigns yet')).toBeVisible()
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Spring round' })
  await server.database.sql`update sequences set status = 'paused' where id = ${id}`
  await addMail(server, id)
  await page.setViewportSize({ width: 1270, height: 800 })
  await page.reload()
  const row = page.getByRole('table', { name: 'Campaigns' }).getByRole('row').nth(1)
  await expect(row).toHaveText(/Spring round.*Paused.*1.*1.*0.*100\.0%.*0\.0%/)
  await row.getByRole('link', { name: 'Spring round' }).click()
  await expect(page).toHaveURL(`${server.url}/sequences/${id}/report`)
})

test('the root redirects to the email lists @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/`)
  await expect(page).toHaveURL(`${server.url}/personas`)
})

test('a lost response shows an error and can be retried @js-only', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/personas`)
  await page.route('**/settings.data*', (route) => route.fulfill(FAILURE))
  await sidebar(page).getByRole('link', { name: 'Settings' }).click()
  const again = page.getByRole('link', { name: 'Try again' })
  await expect(again).toBeVisible()
  await again.click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
