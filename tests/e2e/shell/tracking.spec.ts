import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeChat, expect, test } from '../support'

/** A collector of another origin, as trackers are. */
async function collect() {
  const got: Record<string, unknown>[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      got.push(JSON.parse(body))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { got, url: `http://127.0.0.1:${port}/in`, close: () => server.close() }
}

test('sends sign-up, template and logout events to a configured tracker only @js-only @sweep', async ({
  page,
  server,
  startOwnServer,
}) => {
  // If the session ended while the chat's frame loads, the frame would show the sign-in screen, whose scripts a
  // sandbox blocks.
  await closeChat(page)
  const tracker = await collect()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const signUp = async (url: string, email: string) => {
    await page.goto(`${url}/signup`)
    await page.getByLabel('Full Name').fill('Test User')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(/\/connection\/gmail/)
  }
  await signUp(server.url, `${crypto.randomUUID()}@example.com`)
  await page.context().clearCookies()
  expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([])

  const tracking = await startOwnServer({ TRACKER_URL: tracker.url })
  await signUp(tracking.url, 'two@example.com')
  const types = () => tracker.got.map(({ type, name }) => (type === 'event' ? name : type))
  await expect.poll(types).toEqual(['identify', 'SIGN_UP'])
  expect(tracker.got[0]).toMatchObject({ name: 'Test User', email: 'two@example.com' })
  expect(tracker.got[0]!.signup_date).toMatch(/^\d{4}-\d\d-\d\d$/)

  await page.goto(`${tracking.url}/personas`)
  await expect.poll(types).toEqual(['identify', 'SIGN_UP', 'identify'])
  // The response to any form has the new number, here after a template was created.
  await page.evaluate(() =>
    fetch('/api/templates', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'T', subject: 'S', htmlBody: '<p>B</p>' }),
    }),
  )
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Sequences' }).click()
  await expect.poll(types).toEqual(['identify', 'SIGN_UP', 'identify', 'TEMPLATE_CREATED'])
  expect(tracker.got.at(-1)).toMatchObject({ count: 1 })

  await page.getByRole('complementary', { name: 'Sidebar' }).getByText('two@example.com').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => types().at(-1)).toBe('reset')
  tracker.close()
})
