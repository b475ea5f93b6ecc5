import { test as base, expect, type Page } from '@playwright/test'
import { cloneDatabase } from '../support/clone'
import { launchServer, type TestServer } from '../support/launch'

/** Tests with a server of their own; an error in the browser's console or on the page fails them. */
export const test = base.extend<{ server: TestServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  server: async ({}, use) => {
    const { E2E_ADMIN_URL: adminUrl, E2E_TEMPLATE: template } = process.env
    const server = await launchServer(await cloneDatabase({ adminUrl: adminUrl!, template: template! }))
    await use(server)
    await server.close()
  },
  // The server outlives the page: what the page still asks for at its end is answered.
  page: async ({ page, server: _server }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (4\d\d|50[23])/.test(message.text()))
        problems.push(message.text())
    })
    await use(page)
    expect(problems).toEqual([])
  },
})

export { expect, type Page }

/** Signs the browser in as a new user, without the screens. */
export async function signIn(page: Page, server: TestServer) {
  const client = server.client()
  const user = await client.signUp()
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.url })))
  return { client, user }
}

/** Lets the browser's clock stand; `page.clock.runFor` moves it. Call it before the first page. */
export async function stopClock(page: Page) {
  const start = new Date('2026-03-02T09:00:00Z')
  await page.clock.install({ time: start })
  await page.clock.pauseAt(new Date(start.getTime() + 1000))
}

/** How the server's data calls tell of an error, here one that no screen expects. */
export const FAILURE = {
  status: 429,
  contentType: 'text/x-script',
  body: '[{"_1":2},"error",["ErrorResponse",3,4,3],"not today",429]\n',
}

/** Lets every change fail on its way. */
export const failChanges = (page: Page) =>
  page.route('**/*.data*', (route) =>
    route.request().method() === 'POST' ? route.fulfill(FAILURE) : route.continue(),
  )
