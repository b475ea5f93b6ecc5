import type { Route } from '@playwright/test'
import { makeSequence } from '../sequences/support'
import { expect, openFailingPage, type Page, signIn, test } from '../support'

/** Ways for a response to be lost. */
const LOST = {
  'no network': (route: Route) => route.abort('internetdisconnected'),
  'a plain 500': (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Error' }),
}

/** A page whose lost responses do not fail the test. */
async function openOwn(page: Page, url: string): Promise<Page> {
  const own = await openFailingPage(page)
  await own.goto(url)
  return own
}

const toast = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text, { exact: true }).first()).toBeVisible()

for (const [how, lose] of Object.entries(LOST)) {
  test(`a screen with lost data keeps the shell and can be retried: ${how} @js-only ${how === 'no network' ? '' : '@sweep'}`, async ({
    page: first,
    server,
  }) => {
    const { client } = await signIn(first, server)
    const { id } = await makeSequence(client, 1)
    const page = await openOwn(first, `${server.url}/sequences/${id}`)
    const all = (path: string) => new RegExp(`${server.url}${path}`)
    await page.route(all('/(personas|sequences).*'), lose)
    const main = page.getByRole('navigation', { name: 'Main' }).first()
    await main.getByRole('link', { name: 'Email Lists' }).click()
    const again = page.getByRole('link', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(main).toBeVisible()

    await test.step('a failed retry keeps the shell', async () => {
      await again.click()
      await toast(page, 'The page still cannot be loaded')
      await expect(main).toBeVisible()
    })

    await test.step('a later retry shows the screen', async () => {
      await page.unrouteAll()
      await again.click()
      await expect(page.getByRole('heading', { name: 'Email Lists', level: 1 })).toBeVisible()
      await expect(main).toBeVisible()
    })
  })

  test(`the report shows its own error and retry: ${how} @js-only ${how === 'no network' ? '' : '@sweep'}`, async ({
    page: first,
    server,
  }) => {
    const { client } = await signIn(first, server)
    const { id } = await makeSequence(client, 1)
    const page = await openOwn(first, `${server.url}/sequences/${id}`)
    await page.route(/\.data/, lose)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await expect(page.getByText('Failed to load analytics')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(page.getByText('No data yet')).toBeVisible()
  })

  test(`signed-out forms keep typed values: ${how} @js-only ${how === 'no network' ? '' : '@sweep'}`, async ({
    page: first,
    server,
  }) => {
    const page = await openOwn(first, `${server.url}/login`)
    const lost = async (button: string, title: string, fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).last().fill(text)
      await page.route(/\.data/, lose)
      await page.getByRole('button', { name: button, exact: true }).last().click()
      await toast(page, title)
      for (const [label, text] of Object.entries(fields))
        await expect(page.getByLabel(label, { exact: true }).last()).toHaveValue(text)
      await page.unrouteAll()
    }
    await lost('Sign In', 'Login failed', { Email: 'ann@example.com', Password: 'correct horse' })
    await page.goto(`${server.url}/signup`)
    await lost('Create Account', 'Registration failed', {
      'Full Name': 'Ann',
      Email: 'ann@example.com',
      Password: 'correct horse',
    })
    await page.goto(`${server.url}/login/forgot-password`)
    await lost('Send Reset Link', 'Failed to send reset email', { Email: 'ann@example.com' })
    await page.goto(`${server.url}/reset-password?token=abc`)
    await lost('Reset Password', 'Reset Failed', {
      'New Password': 'correct horse',
      'Confirm Password': 'correct horse',
    })
    await signIn(first, server)
    await page.goto(`${server.url}/account/password`)
    await lost('Change Password', 'Failed to change password', {
      'Current Password': 'correct horse',
      'New Password': 'another horse',
      'Confirm New Password': 'another horse',
    })
  })
}

test('a screen with lost scripts keeps the shell and can be retried @js-only', async ({
  page: first,
  server,
}) => {
  await signIn(first, server)
  const page = await openOwn(first, `${server.url}/sequences`)
  const main = page.getByRole('navigation', { name: 'Main' }).first()
  const again = page.getByRole('link', { name: 'Try again' })
  await page.context().setOffline(true)

  await test.step('twice in a row, with another screen between', async () => {
    for (const name of ['Email Lists', 'Email Sending', 'Email Lists']) {
      await main.getByRole('link', { name }).click()
      await expect(again).toBeVisible()
      await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeHidden()
    }
    await expect(again).toHaveAttribute('href', '/personas')
  })

  await test.step('a failed retry keeps the shell', async () => {
    await again.click()
    await toast(page, 'The page still cannot be loaded')
    await expect(main).toBeVisible()
  })

  await test.step('a retry shows the screen once the network is back', async () => {
    await page.context().setOffline(false)
    await again.click()
    await expect(page.getByRole('heading', { name: 'Email Lists', level: 1 })).toBeVisible()
  })

  await test.step('loads the whole page when only scripts are lost', async () => {
    await page.route(/\/assets\/email-sending.*\.js/, (route) => route.abort())
    await main.getByRole('link', { name: 'Email Sending' }).click()
    await expect(page.getByRole('heading', { name: 'Email Sending', level: 1 })).toBeVisible()
  })
})

test('signed-out forms stay when the next one fails to load @js-only @sweep', async ({
  page: first,
  server,
}) => {
  const page = await openOwn(first, `${server.url}/login`)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Create Account' }).click()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByLabel('Full Name')).toBeVisible()
})
