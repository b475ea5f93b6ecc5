import { setTimeout } from 'node:timers/promises'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { cloneDatabase } from '../support/clone'
import type { EditForm } from '../support/edit-forms'
import { launchServer, startOnWednesday, type TestServer } from '../support/launch'

async function startServer(settings?: Record<string, string>): Promise<TestServer> {
  const { E2E_ADMIN_URL: adminUrl, E2E_TEMPLATE: template } = process.env
  return launchServer(await cloneDatabase({ adminUrl: adminUrl!, template: template! }), settings)
}

/** What no user owns, or what keeps a user from being deleted. */
const LEFT = [
  'sequence_contacts',
  'users',
  'mailbox_days',
  'mailbox_paces',
  'rate_limits',
  'tracking_events',
  'sandbox.mails',
  'sandbox.mailbox_entries',
  'sandbox.faults',
  'sandbox.microsoft_tokens',
  'sandbox.microsoft_codes',
  'sandbox.microsoft_grants',
  'sandbox.microsoft_drafts',
  'sandbox.microsoft_accounts',
  'sandbox.google_tokens',
  'sandbox.google_codes',
  'sandbox.google_grants',
  'sandbox.google_send_as',
  'sandbox.google_accounts',
]

/** Removes what earlier tests left on a server, and sets its clock back. */
async function empty({ database }: TestServer): Promise<void> {
  // Jobs of earlier tests may still run: the transaction is retried when it meets one of them.
  await database.db.transaction(async (tx) => {
    for (const table of LEFT) await tx.execute(`delete from ${table}`)
  })
  await database.sql`
    update sending_control set held_since = null, operator_held_since = null, operator_reason = null`
  await startOnWednesday(database, { again: true })
}

/** The server of a worker. */
interface Shared {
  starting?: Promise<TestServer>
  /** Whether the last test may have moved its clock. */
  isMoved: boolean
}

function startShared(shared: Shared): Promise<TestServer> {
  shared.starting ??= startServer()
  return shared.starting
}

interface TestFixtures {
  /** A server that all tests of a worker share, one after the other: each test signs up a user of its own. */
  server: TestServer
  /**
   * The same server without the users and emails of earlier tests, on Wednesday morning. For tests that move the sandbox clock, inject
   * faults, or change or count rows of all users.
   */
  emptyServer: TestServer
  /** Starts a server of the test's own. For tests that need other settings, or restart it. */
  startOwnServer: typeof startServer
  /** Steps to run after the page has closed. */
  afterPage: (() => Promise<void>)[]
}

/** An error in the browser's console or on the page fails a test. */
export const test = base.extend<TestFixtures, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const shared: Shared = { isMoved: false }
      await use(shared)
      await (await shared.starting)?.close()
    },
    { scope: 'worker' },
  ],
  server: async ({ shared }, use) => {
    const server = await startShared(shared)
    if (shared.isMoved) await empty(server)
    shared.isMoved = false
    await use(server)
  },
  emptyServer: async ({ shared }, use) => {
    const server = await startShared(shared)
    await empty(server)
    shared.isMoved = true
    await use(server)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  afterPage: async ({}, use) => {
    const work: (() => Promise<void>)[] = []
    await use(work)
    for (const step of work) await step()
  },
  // The server outlives the page, so that its last requests are served.
  startOwnServer: async ({ afterPage }, use) =>
    use(async (settings) => {
      const server = await startServer(settings)
      afterPage.push(server.close)
      return server
    }),
  page: async ({ page, afterPage: _afterPage, javaScriptEnabled }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => {
      if (error.name !== 'AbortError') problems.push(error.message)
    })
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text())
    })
    if (javaScriptEnabled) waitForScripts(page)
    if (SLOW_DATA) await delayData(page, SLOW_DATA)
    await use(page)
    expect(problems).toEqual([])
  },
})

/** Milliseconds by which screens with scripts get their data later: finds tests and screens that take them to be there at once. */
const SLOW_DATA = Number(process.env.SLOW_DATA) || 0

async function delayData(page: Page, ms: number) {
  await page.context().route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await setTimeout(ms)
    // The page may have closed meanwhile.
    await route.continue().catch(() => {})
  })
}

/** Refusals, and requests aborted by leaving a page. */
const EXPECTED = /status of (4\d\d|50[23])|^AbortError: /

/**
 * Tests act on a page once its scripts run: before that only the browser responds (app/entry.client.tsx). With
 * `commit` a test gets the page before hydration.
 */
function waitForScripts(page: Page) {
  const isReady = () =>
    page.waitForFunction(
      () =>
        document.readyState === 'complete' &&
        (!('__remixContext' in window) || document.documentElement.dataset.scripts === 'on'),
    )
  const { goto, reload } = page
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (options?.waitUntil !== 'commit') await isReady()
    return response
  }
  page.reload = async (...given) => {
    const response = await reload.apply(page, given)
    await isReady()
    return response
  }
}

export { expect, type Page }

/** Changes the editor of a template to HTML. With scripts it begins with the text. */
export async function openHtml(page: Page): Promise<void> {
  await page.getByText('HTML Editor', { exact: true }).click()
  await expect(page.locator('.cm-content')).toBeVisible()
}

/** A second page of the same visitor, whose failed responses may appear in the browser's console. */
export async function openFailingPage(page: Page, scripts: boolean | undefined = true): Promise<Page> {
  const own = await page.context().newPage()
  if (scripts) waitForScripts(own)
  return own
}

/** Opens the form of an object, and returns when its fields are those that stay. */
export async function openForm(page: Page, server: TestServer, form: EditForm, id: string): Promise<void> {
  await page.goto(server.url + form.at(id))
  if (form.hasHtml) await openHtml(page)
}

/** Keeps the support chat closed unless the test opens it. Its frame loads another page. */
export const closeChat = (page: Page) =>
  page.addInitScript(() => {
    try {
      if (localStorage.getItem('chatWidgetOpen') === null) localStorage.setItem('chatWidgetOpen', 'false')
    } catch {
      // A sandboxed frame has no storage.
    }
  })

/**
 * Signs up a new user and signs the browser in, without the screens.
 * @param options.chat keeps the support chat's default: open on wide screens
 */
export async function signIn(page: Page, server: TestServer, { chat = false } = {}) {
  if (!chat) await closeChat(page)
  const client = server.client()
  const user = await client.signUp()
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.url })))
  return { client, user }
}

/** Presses a button and waits for the server's response: with scripts, a screen may show a change before it is stored. */
export async function submit(page: Page, button: Locator) {
  const shown = page.waitForEvent('load').catch(() => {})
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST'),
    button.click(),
  ])
  // Without scripts the response is a page.
  if (response.request().isNavigationRequest()) await shown
}

/** Stops the browser's clock; `page.clock.runFor` moves it. Call it before the first page. */
export async function stopClock(page: Page) {
  const start = new Date('2026-03-02T09:00:00Z')
  await page.clock.install({ time: start })
  await page.clock.pauseAt(new Date(start.getTime() + 1000))
}

/** The response of the server's data calls to an error that no screen expects. */
export const FAILURE = {
  status: 429,
  contentType: 'text/x-script',
  body: '[{"_1":2},"error",["ErrorResponse",3,4,3],"not today",429]\n',
}

/** Blocks its waiters until it is opened. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Makes every change fail in transit. */
export const failChanges = (page: Page) =>
  page.route('**/*.data*', (route) =>
    route.request().method() === 'POST' ? route.fulfill(FAILURE) : route.continue(),
  )
