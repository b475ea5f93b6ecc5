import { gzipSync } from 'node:zlib'
import { sweeping } from '../../support/sizes'
import { violations } from '../axe'
import { expect, type Page, signIn, test } from '../support'
import { fillScreens, SIGNED_OUT, screens } from './screen-list'

/** Light and narrow, where things overflow; the sweep adds dark and wide. */
const LOOKS = [
  { colorScheme: 'light', width: 360, height: 740 },
  { colorScheme: 'dark', width: 1440, height: 900 },
] as const
const looks = sweeping ? LOOKS : LOOKS.slice(0, 1)

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

/** Waits until nothing of the screen is still to be loaded: no part of it says so, and the code editor has replaced its text area. */
const loaded = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('main [aria-busy=true]') &&
      !/Loading( the (preview|builder))?\.\.\./.test(document.body.textContent) &&
      (!document.querySelector('textarea[name=htmlBody]') ||
        document.querySelector('.cm-content, [data-text-editor], .ProseMirror')),
  )

/** The controls that look the same with the focus as without it. */
async function unmarked(page: Page): Promise<string[]> {
  // After a key, the browser marks the focus that scripts move, too.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]:not(.ProseMirror)',
    )) {
      control.focus()
      const { outlineStyle, outlineWidth } = getComputedStyle(control)
      if (document.activeElement !== control || (outlineStyle !== 'none' && outlineWidth !== '0px')) continue
      // Others are marked by a border, by what they stand in, or by an element that is drawn over it.
      const marks = () => {
        const all: string[] = []
        for (let one: Element | null = control; one && all.length < 16; one = one.parentElement)
          for (const part of ['', '::before']) {
            const style = getComputedStyle(one, part)
            all.push([style.outlineStyle, style.boxShadow, style.borderColor].join())
          }
        return all.join(' ')
      }
      const shown = marks()
      control.blur()
      if (marks() === shown) found.push(control.outerHTML.slice(0, 150))
    }
    return found
  })
}

/** @param isWhole whether axe looks at the parts that all screens share, too */
async function judge(page: Page, url: string, isWhole: boolean): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize(LOOKS[1])
  await page.goto(url)
  await loaded(page)
  const moved = await shifted(page)
  if (moved > 0.05) found.push(`${url} moves by ${moved.toFixed(3)} while it loads`)
  // A dialog lies over a screen that is judged by itself.
  const hasDialog = (await page.locator('dialog[open]').count()) > 0
  const part = isWhole ? undefined : hasDialog ? 'dialog[open]' : 'main'
  for (const { colorScheme, ...size } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const { id, nodes } of await violations(page, part)) {
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
  for (const control of await unmarked(page)) found.push(`${url} does not show the focus of ${control}`)
  return found
}

// In parts, each of a bearable length.
const PARTS = 4
for (let part = 0; part < PARTS; part++) {
  test(`every screen passes axe, fits 360 px, shows the focus and does not shift, part ${part + 1} of ${PARTS} @js-only @sized`, async ({
    page,
    emptyServer: server,
  }) => {
    const found: string[] = []
    const { client } = await signIn(page, server)
    const ids = await fillScreens(client, server)
    const mine = screens(ids).filter((_, index) => index % PARTS === part)
    for (const [index, path] of mine.entries())
      found.push(...(await judge(page, server.url + path, sweeping || index === 0)))
    if (part === 0) {
      await page.context().clearCookies()
      for (const path of SIGNED_OUT) found.push(...(await judge(page, server.url + path, true)))
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

test('/login loads at most 115 KB of compressed scripts @js-only', async ({ page, server }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).byteLength))
  })
  await page.goto(`${server.url}/login`)
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50 * 1024)
  expect(total).toBeLessThanOrEqual(115 * 1024)
})
