import type { TestServer } from '../../support/launch'
import { expect, openFailingPage, type Page, signIn, stopClock, test } from '../support'

const toast = (page: Page, words: string) =>
  page.getByRole('status').getByText(words, { exact: true }).first()
/** The toast of the page's own response; without scripts it is part of the page, outside `getByText`. */
const told = (page: Page, words: string, scripts: boolean | undefined) =>
  scripts ? toast(page, words) : page.locator('noscript [role=status]').filter({ hasText: words })
const main = (page: Page) => page.getByRole('main')

/** Sends a form without what the browser itself would refuse. */
const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Requests fail because a table is missing. */
async function without(server: TestServer, table: string, work: () => Promise<void>) {
  await server.database.sql.unsafe(`alter table ${table} rename to away`)
  await work()
  await server.database.sql.unsafe(`alter table away rename to ${table}`)
}

/** The link in the newest reset email. */
async function resetLink(server: TestServer, email: string): Promise<string> {
  const client = server.client()
  await expect
    .poll(async () => (await client.ok('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`)).length)
    .toBeGreaterThan(0)
  const mails = await client.ok('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`)
  return /https?:\/\/\S+token=[\w-]+/.exec(mails.at(-1).text)![0]
}

test('signs up, out and in, with every message', async ({
  page,
  server,
  context,
  javaScriptEnabled: scripts,
}) => {
  const email = `${crypto.randomUUID()}@example.com`
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Full Name').fill('  ')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await press(page, 'Create Account')
  for (const words of [
    'Full name is required',
    'Invalid email address',
    'Password must be at least 8 characters',
  ])
    await expect(main(page).getByText(words).first()).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.getByLabel('Email').fill('nobody')
  await press(page, 'Sign In')
  await expect(main(page).getByText('Invalid email address').first()).toBeVisible()
  await expect(main(page).getByText('Password is required').first()).toBeVisible()
  await page.getByRole('link', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/signup$/)
  await page.getByLabel('Full Name').fill('Test User')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await press(page, 'Create Account')
  await expect(page).toHaveURL(/\/connection\/gmail$/)
  await expect(toast(page, 'Welcome!')).toBeVisible()
  await expect(toast(page, 'Your account has been created successfully')).toBeVisible()

  await page.getByRole('complementary', { name: 'Sidebar' }).getByText(email).click()
  await press(page, 'Logout')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await press(page, 'Sign In')
  await expect(told(page, 'Login failed', scripts)).toBeVisible()
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await press(page, 'Sign In')
  await expect(page).toHaveURL(/\/connection\/gmail$/)
  await expect(toast(page, 'Welcome back!')).toBeVisible()
  await expect(toast(page, 'You have been logged in successfully')).toBeVisible()

  await context.clearCookies()
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Full Name').fill('Test User')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await press(page, 'Create Account')
  await expect(told(page, 'Registration failed', scripts)).toBeVisible()
  await expect(page.getByText('An account with this email address already exists').first()).toBeVisible()
})

test('resets a forgotten password, with every refusal', async ({
  page,
  server,
  javaScriptEnabled: scripts,
}) => {
  const { email } = await server.client().signUp()
  await page.goto(`${server.url}/login`)
  await page.getByRole('link', { name: /Forgot Password/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(dialog.getByText('Invalid email address').first()).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toast(page, 'Reset Link Sent!')).toBeVisible()
  await expect(
    toast(
      page,
      'A password reset link has been sent to your email address. The link will expire in 15 minutes.',
    ),
  ).toBeVisible()

  const link = await resetLink(server, email)
  await page.goto(link)
  await page.getByLabel('New Password').fill('short')
  await press(page, 'Reset Password')
  await expect(main(page).getByText('Password must be at least 8 characters').first()).toBeVisible()
  await expect(main(page).getByText('Please confirm your password').first()).toBeVisible()
  await page.getByLabel('New Password').fill('a new password')
  await page.getByLabel('Confirm Password').fill('another one')
  await press(page, 'Reset Password')
  await expect(main(page).getByText('Passwords do not match').first()).toBeVisible()
  await page.getByLabel('New Password').fill('a new password')
  await page.getByLabel('Confirm Password').fill('a new password')
  await press(page, 'Reset Password')
  await expect(told(page, 'Password Reset Successfully!', scripts)).toBeVisible()
  await expect(told(page, 'Your password has been changed. Redirecting to login...', scripts)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(
    (await server.client().json('POST', '/api/auth/login', { email, password: 'a new password' })).status,
  ).toBe(200)

  await page.goto(link)
  await page.getByLabel('New Password').fill('one more password')
  await page.getByLabel('Confirm Password').fill('one more password')
  await press(page, 'Reset Password')
  await expect(told(page, 'Reset Failed', scripts)).toBeVisible()
})

test('explains a reset link without a token and redirects after 3 seconds @sweep', async ({
  page,
  server,
  javaScriptEnabled: scripts,
}) => {
  if (scripts) await stopClock(page)
  await page.goto(`${server.url}/reset-password`)
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await expect(
    page.getByText('This password reset link is invalid. Please request a new one.').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()
  if (scripts) {
    await page.clock.runFor(2900)
    await expect(page).toHaveURL(/\/reset-password$/)
    await page.clock.runFor(200)
  }
  await expect(page).toHaveURL(/\/login$/)
})

test('treats an empty token as invalid @js-only @sweep', async ({ page, server }) => {
  await page.goto(`${server.url}/reset-password?token=abc`)
  await page.locator('input[name=token]').evaluate((field: HTMLInputElement) => {
    field.value = ''
  })
  await page.getByLabel('New Password').fill('a new password')
  await page.getByLabel('Confirm Password').fill('a new password')
  await press(page, 'Reset Password')
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(toast(page, 'Invalid reset token')).toBeVisible()
  await expect(main(page).getByText('Reset token is required')).toBeVisible()
})

test('changes the password in a dialog with its errors', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/personas`)
  await page.getByRole('complementary', { name: 'Sidebar' }).getByText('@example.com').click()
  await page.getByRole('link', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.getByLabel('New Password', { exact: true }).fill('short')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  for (const words of [
    'Current password is required',
    'New password must be at least 6 characters long',
    'New passwords do not match',
  ])
    await expect(dialog.getByText(words).first()).toBeVisible()
  const fill = async (current: string, next = 'a new secret') => {
    await dialog.getByLabel('Current Password').fill(current)
    await dialog.getByLabel('New Password', { exact: true }).fill(next)
    await dialog.getByLabel('Confirm New Password').fill(next)
    await dialog.getByRole('button', { name: 'Change Password' }).click()
  }
  await fill('wrong')
  await expect(dialog.getByText('Current password is incorrect').first()).toBeVisible()
  await fill('correct horse battery', 'secret')
  await expect(dialog.getByText('most common ones').first()).toBeVisible()
  await fill('correct horse battery')
  await expect(toast(page, 'Password changed successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/personas$/)
})

test('shows server errors in the form @sweep', async ({
  emptyServer: server,
  context,
  page,
  javaScriptEnabled: scripts,
}) => {
  const { client, user } = await signIn(page, server)
  const own = await openFailingPage(page, scripts)
  await without(server, 'rate_limits', async () => {
    await own.goto(`${server.url}/account/password`)
    const dialog = own.getByRole('dialog')
    await dialog.getByLabel('Current Password').fill(user.password)
    await dialog.getByLabel('New Password', { exact: true }).fill('a new secret')
    await dialog.getByLabel('Confirm New Password').fill('a new secret')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(own.getByText('Failed to change password').first()).toBeVisible()

    await context.clearCookies()
    await own.goto(`${server.url}/login`)
    await own.getByLabel('Email').fill(user.email)
    await own.getByLabel('Password', { exact: true }).fill(user.password)
    await press(own, 'Sign In')
    await expect(own.getByRole('alert').getByText('Login failed')).toBeVisible()
    await own.goto(`${server.url}/login/forgot-password`)
    await own.getByRole('dialog').getByLabel('Email').fill(user.email)
    await press(own, 'Send Reset Link')
    await expect(own.getByRole('alert').getByText('Failed to send reset email')).toBeVisible()
    await own.goto(`${server.url}/reset-password?token=abc`)
    await own.getByLabel('New Password').fill('a new password')
    await own.getByLabel('Confirm Password').fill('a new password')
    await press(own, 'Reset Password')
    await expect(own.getByRole('alert').getByText('Failed to reset password')).toBeVisible()
    await own.goto(`${server.url}/signup`)
    await own.getByLabel('Full Name').fill('Test User')
    await own.getByLabel('Email').fill(user.email)
    await own.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await press(own, 'Create Account')
    await expect(own.getByRole('alert').getByText('Registration failed')).toBeVisible()
  })
  await without(server, 'sessions', async () => {
    const { status, body } = await client.json('GET', '/api/auth/me')
    expect([status, body.message]).toEqual([503, 'Failed to check authentication'])
    const response = await client.request('GET', '/personas')
    expect(await response.text()).toContain('Failed to check authentication')
    const left = await client.request('POST', '/logout')
    expect([left.status, left.headers.get('location')]).toEqual([302, '/login'])
    expect(left.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/i)
  })
  await expect.poll(() => server.output()).toContain('Logout failed')
  await own.close()
})

test('buttons show their progress and keep the focus @js-only @sweep', async ({ page, server }) => {
  const { email } = await server.client().signUp()
  const held: (() => void)[] = []
  // The response waits until the text was seen.
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((free) => held.push(free))
    await route.continue()
  })
  const says = async (words: string) => {
    const pressed = page.getByRole('button', { name: words })
    await expect(pressed).toBeDisabled()
    await expect(pressed).toBeFocused()
    for (const free of held.splice(0)) free()
  }
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Full Name').fill('Test User')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await press(page, 'Create Account')
  await says('Creating account...')
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await press(page, 'Sign In')
  await says('Signing in...')
  await page.goto(`${server.url}/login/forgot-password`)
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await press(page, 'Send Reset Link')
  await says('Sending...')
  await page.goto(`${server.url}/reset-password?token=abc`)
  await page.getByLabel('New Password').fill('a new password')
  await page.getByLabel('Confirm Password').fill('a new password')
  await press(page, 'Reset Password')
  await says('Resetting Password...')
})
