import { test as base, expect, type Page } from '@playwright/test'
import { cloneDatabase } from '../support/clone'
import { launchServer, type TestServer } from '../support/launch'

async function startServer(): Promise<TestServer> {
  const { E2E_ADMIN_URL: adminUrl, E2E_TEMPLATE: template } = process.env
  return launchServer(await cloneDatabase({ adminUrl: adminUrl!, template: template! }))
}

interface TestFixtures {
  /** A server that all tests of a worker share, one after the other: each test signs up a user of its own. */
  server: TestServer
  /** For tests that move the sandbox clock, inject faults, restart the server, or change or count rows of all users. */
  ownServer: TestServer
  /** Steps to run after the page has closed. */
  afterPage: (() => Promise<void>)[]
}

/** An error in the browser's console or on the page fails a test. */
export const test = base.extend<TestFixtures, { shared: () => Promise<TestServer> }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      let starting: Promise<TestServer> | undefined
      await use(() => {
        starting ??= startServer()
        return starting
      })
      await (await starting)?.close()
    },
    { scope: 'worker' },
  ],
  server: async ({ shared }, use) => use(await shared()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  afterPage: async ({}, use) => {
    const work: (() => Promise<void>)[] = []
    await use(work)
    for (const step of work) await step()
  },
  // The server outlives the page, so that its last requests are answered.
  ownServer: async ({ afterPage }, use) => {
    const server = await startServer()
    afterPage.push(server.close)
    await use(server)
  },
  page: async ({ page, afterPage: _afterPage, javaScriptEnabled }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => {
      if (error.name !== 'AbortError') problems.push(error.message)
    })
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text())
    })
    if (javaScriptEnabled) waitForScripts(page)
    await use(page)
    expect(problems).toEqual([])
  },
})

/** Refusals, and requests aborted by leaving a page. */
const EXPECTED = /status of (4\d\d|50[23])|^AbortError: /

/**
 * Tests act on a page once its scripts run: before that only the browser responds (app/entry.client.tsx). With
 * `commit` a test gets the page before hydration.
 */
function waitForScripts(page: Page) {
  const answering = () =>
    page.waitForFunction(
      () =>
        document.readyState === 'complete' &&
        (!('__remixContext' in window) || document.documentElement.dataset.scripts === 'on'),
    )
  const { goto, reload } = page
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options)
    if (options?.waitUntil !== 'commit') await answering()
    return answer
  }
  page.reload = async (...given) => {
    const answer = await reload.apply(page, given)
    await answering()
    return answer
  }
}

export { expect, type Page }

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
