import { expect, signIn, test } from '../support'

test('a developer finds the reference, an example in Python, and what an error means', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/settings/api-keys`)
  await page.getByRole('main').getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible()

  const contents = page.getByRole('navigation', { name: 'Contents', exact: true })
  await contents.getByRole('link', { name: 'Contacts', exact: true }).click()
  const call = page.getByRole('region', { name: 'Creates a contact' })
  await expect(call).toContainText('/api/contacts')
  await expect(call).toContainText('Key: write')
  await expect(call).toContainText(`curl '${server.url}/api/contacts?createFields=true'`)
  await call.getByRole('link', { name: 'Python' }).click()
  await expect(call).toContainText('import urllib.request')

  // The language stays on the next page.
  await contents.getByRole('link', { name: 'Sequences', exact: true }).click()
  const create = page.getByRole('region', { name: 'Creates a sequence as a draft' })
  await expect(create).toContainText('json.dumps')
  await create.getByRole('link', { name: '429 TOO_MANY_REQUESTS' }).click()
  await expect(page.getByRole('region', { name: /TOO_MANY_REQUESTS/ })).toContainText('Retry-After')
})

test('works signed out, at 360 px, with folded contents @sweep', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${server.url}/api/docs/errors`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.getByText('Contents', { exact: true }).click()
  await page.getByRole('link', { name: 'From a CRM to a reply' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From a CRM to a reply in ten minutes')
})

test('filters all calls and copies an example @js-only @sweep', async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${server.url}/api/docs`)
  const contents = page.getByRole('navigation', { name: 'Contents', exact: true })
  await contents.getByLabel('Filter calls').fill('replyto conversations')
  await expect(contents.getByRole('status')).toHaveText('1 call')
  await contents.getByRole('link', { name: '/conversations/{id}/reply' }).click()
  const call = page.getByRole('region', { name: 'Answers in a conversation' })
  await expect(call).toBeInViewport()
  await call.getByRole('button', { name: 'Copy: replyToConversation in curl' }).click()
  await expect(call.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/reply' \\\n`)
})
