import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, signIn, test } from '../support'

const WIDE = { width: 1440, height: 900 }
const panel = (page: Page) => page.getByRole('region', { name: 'Support chat' })
const opener = (page: Page) => page.getByRole('link', { name: 'Open support chat' })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('chatWidgetOpen'))

test('the support chat opens on wide screens and remembers its state @js-only', async ({ page, server }) => {
  await page.setViewportSize(WIDE)
  // Layout shifts of the whole visit, as the browser itself counts them.
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        const seen = window as unknown as { shifts?: number }
        if (!shift.hadRecentInput) seen.shifts = (seen.shifts ?? 0) + shift.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, server, { chat: true })
  await page.goto(`${server.url}/sequences`)
  await expect(panel(page)).toBeVisible()
  await expect(panel(page)).toHaveCSS('width', '400px')
  expect((await panel(page).locator('header').boundingBox())!.height).toBeCloseTo(48)
  await expect(panel(page).getByRole('heading', { name: 'Support Chat' })).toBeVisible()
  await expect(page.locator('[data-page]')).toHaveCSS('margin-right', '400px')
  expect(await page.evaluate(() => (window as unknown as { shifts?: number }).shifts ?? 0)).toBeLessThan(0.05)
  expect(await kept(page)).toBeNull()

  await panel(page).getByRole('button', { name: 'Close support chat' }).click()
  await expect(panel(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  expect(await kept(page)).toBe('false')
  await page.reload()
  await expect(panel(page)).toBeHidden()
  await expect(page.locator('[data-page]')).toHaveCSS('margin-right', '0px')

  await opener(page).click()
  await expect(panel(page)).toBeVisible()
  expect(await kept(page)).toBe('true')
  await page.setViewportSize({ width: 901, height: 800 })
  await expect(page.locator('[data-page]')).toHaveCSS('margin-right', '400px')
  // Up to 900 px it covers the page.
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(panel(page)).toBeVisible()
  await expect(page.locator('[data-page]')).toHaveCSS('margin-right', '0px')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await panel(page).getByRole('button', { name: 'Close support chat' }).press('Escape')
  await expect(panel(page)).toBeHidden()
})

test('stays closed on narrow screens @js-only @sweep', async ({ page, server }) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await signIn(page, server, { chat: true })
  await page.goto(`${server.url}/sequences`)
  await expect(panel(page)).toBeHidden()
  await page.setViewportSize(WIDE)
  await expect(panel(page)).toBeVisible()
})

test('the frame gets language and email, and only its messages navigate the app @js-only @sweep', async ({
  page,
  server,
}) => {
  await page.setViewportSize(WIDE)
  const { client, user } = await signIn(page, server, { chat: true })
  await page.goto(`${server.url}/settings`)
  const src = await panel(page).locator('iframe').getAttribute('src')
  const url = new URL(src!, server.url)
  expect([...url.searchParams]).toEqual([
    ['language', 'en'],
    ['email', user.email],
  ])
  // The window's own message, and one of another frame, are no messages of the chat.
  await page.evaluate(() => {
    window.postMessage({ type: 'REDIRECT', url: '/personas' }, '*')
    const other = document.createElement('iframe')
    other.src = '/support-chat'
    document.body.append(other)
    return new Promise((loaded) => {
      other.onload = loaded
    })
  })
  await page.frameLocator('body > iframe').getByRole('link', { name: 'Email lists' }).click()
  await expect(page.frameLocator('body > iframe').getByRole('link', { name: 'Email lists' })).toBeFocused()
  expect(new URL(page.url()).pathname).toBe('/settings')

  const frame = panel(page).frameLocator('iframe')
  await expect(frame.getByText(`Signed in as ${user.email}.`)).toBeVisible()
  // Reloads the data: the new notification is counted.
  const me = await client.ok('GET', '/api/auth/me')
  await server.database.sql`
    insert into notifications (user_id, type, title, message) values (${me.id}, 'system', 'T', 'M')`
  await frame.getByRole('link', { name: 'Sequences', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/sequences`)
  await expect(panel(page)).toBeVisible()
  await expect(
    page
      .getByRole('complementary', { name: 'Sidebar' })
      .getByRole('link', { name: 'Notifications, 1 unread' }),
  ).toBeVisible()

  // What was done meanwhile of the first steps is ticked on the next screen.
  await client.ok('POST', '/api/templates', { name: 'T', subject: 'S', htmlBody: '<p>B</p>' })
  await frame.getByRole('link', { name: 'Sequences', exact: true }).click()
  await expect(frame.getByText('Write a template: done')).toBeVisible()
})

test('without scripts the button opens the help page @no-js-only @sweep', async ({ page, server }) => {
  await signIn(page, server, { chat: true })
  await page.goto(`${server.url}/settings`)
  await expect(panel(page)).toBeHidden()
  await opener(page).click()
  await expect(page.getByRole('heading', { name: 'How can we help?' })).toBeVisible()
  await page.getByRole('link', { name: 'Email lists' }).click()
  await expect(page).toHaveURL(`${server.url}/personas`)
})

test('a configured chat can navigate only within the app @js-only @sweep', async ({
  page,
  startOwnServer,
}) => {
  const asked = [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ]
  const chat = http.createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<button onclick="for (const url of ${JSON.stringify(asked).replaceAll('"', "'")})
      parent.postMessage({ type: 'REDIRECT', url }, '*')">Leave</button>
      <button onclick="parent.postMessage({ type: 'REDIRECT', url: '/personas' }, '*')">Lists</button>`)
  })
  await new Promise<void>((ready) => chat.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/chat`
  const server = await startOwnServer({ SUPPORT_CHAT_URL: url })
  await page.setViewportSize(WIDE)
  const { user } = await signIn(page, server, { chat: true })
  await page.goto(`${server.url}/settings`)
  await expect(panel(page).locator('iframe')).toHaveAttribute(
    'src',
    `${url}?language=en&email=${encodeURIComponent(user.email)}`,
  )
  const frame = panel(page).frameLocator('iframe')
  await frame.getByRole('button', { name: 'Leave' }).click()
  await frame.getByRole('button', { name: 'Lists' }).click()
  await expect(page).toHaveURL(`${server.url}/personas`)
  chat.close()
})
