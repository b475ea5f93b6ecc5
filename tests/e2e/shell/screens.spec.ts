import { gzipSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, signIn, test } from '../support'
import { fillScreens, SIGNED_OUT, screens } from './screen-list'

/** Light and narrow, then dark and wide: the sizes and colours that hide the most. */
const LOOKS = [
  { colorScheme: 'light', width: 360, height: 740 },
  { colorScheme: 'dark', width: 1440, height: 900 },
] as const

/** The layout shift since the page loaded (Layout Instability API), once it is quiet. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )

async function judge(page: Page, url: string): Promise<string[]> {
  const found: string[] = []
  await page.goto(url, { waitUntil: 'networkidle' })
  const moved = await shifted(page)
  if (moved > 0.05) found.push(`${url} moves by ${moved.toFixed(3)} while it loads`)
  for (const { colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Legacy mode reports on this page itself; the other mode opens a second page for each report, for the sake of frames.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').setLegacyMode().analyze()
    for (const { id, nodes } of violations) {
      found.push(
        `${url} ${colorScheme} ${id}: ${nodes[0]?.html.slice(0, 150)} ${nodes[0]?.failureSummary?.slice(0, 200)}`,
      )
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (wide > 0) found.push(`${url} is ${wide} px wider than the window`)
  }
  const headings = await page.locator('h1').count()
  if (headings !== 1) found.push(`${url} has ${headings} first headings`)
  if (!(await page.title()).includes('Coldframe')) found.push(`${url} has the title ${await page.title()}`)
  return found
}

// In parts, each of a bearable length.
const PARTS = 4
for (let part = 0; part < PARTS; part++) {
  test(`every screen passes axe, fits 360 px and does not shift, part ${part + 1} of ${PARTS} @js-only`, async ({
    page,
    ownServer: server,
  }) => {
    const found: string[] = []
    const { client } = await signIn(page, server)
    const ids = await fillScreens(client, server)
    const mine = screens(ids).filter((_, index) => index % PARTS === part)
    for (const path of mine) found.push(...(await judge(page, server.url + path)))
    if (part === 0) {
      await page.context().clearCookies()
      for (const path of SIGNED_OUT) found.push(...(await judge(page, server.url + path)))
    }
    expect(found).toEqual([])
  })
}

test('the keyboard reaches every control, and dialogs trap and restore the focus @js-only', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/personas`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const opener = page.getByRole('link', { name: /create email list/i }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(
      await dialog.evaluate(
        (element) => element.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: /create email list/i }).first()).toBeFocused()
})

test('an invalid form keeps typed values and shows its errors', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/personas/new`)
  const dialog = page.getByRole('dialog')
  // Blanks get past the browser's own check, not past ours.
  await dialog.getByLabel(/name/i).first().fill('Kept')
  await dialog.getByLabel('Industry').fill('Software')
  await dialog.getByLabel('Job Title').fill('   ')
  await dialog.getByLabel('Location').fill('Berlin')
  await dialog.getByRole('button', { name: /create/i }).click()
  await expect(dialog.getByText('Name, industry, job title, and location are required').first()).toBeVisible()
  await expect(dialog.getByLabel(/name/i).first()).toHaveValue('Kept')
  await expect(dialog.getByLabel('Industry')).toHaveValue('Software')
})

test('/login loads at most 115 KB of compressed scripts @js-only', async ({ page, server }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).byteLength))
  })
  await page.goto(`${server.url}/login`, { waitUntil: 'networkidle' })
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50 * 1024)
  expect(total).toBeLessThanOrEqual(115 * 1024)
})
