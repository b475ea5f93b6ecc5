import { expect, failChanges, signIn, test } from '../support'

test('saves the lead key and switches it off and on', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/integrations`)
  // The badge is of a key: without one there is none.
  await expect(page.getByText('Inactive')).toHaveCount(0)
  await expect(page.getByText('Active', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Apollo API key settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apollo API Key' })
  await dialog.getByLabel('API key', { exact: true }).fill('   ')
  await dialog.getByRole('button', { name: 'Save API Key' }).click()
  await expect(dialog.getByText('Please enter an API key')).toBeVisible()
  await dialog.getByLabel('API key', { exact: true }).fill('sandbox-credits-40')
  await dialog.getByRole('button', { name: 'Save API Key' }).click()
  await expect(page.getByText('API Key Saved')).toBeVisible()
  await expect(page.getByText('Apollo accepts it: 40 credits left.')).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('••••s-40')).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('API Key Disabled')).toBeVisible()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('API Key Enabled')).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})

test('reveals the key while typing, and Cancel closes the dialog @js-only @sweep', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/integrations`)
  const opener = page.getByRole('link', { name: 'Apollo API key settings' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Apollo API Key' })
  const key = dialog.getByLabel('API key', { exact: true })
  await expect(key).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Show API key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await dialog.getByRole('button', { name: 'Hide API key' }).click()
  await expect(key).toHaveAttribute('type', 'password')
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('reports failed requests @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-a' })
  await page.goto(`${server.url}/integrations`)
  await failChanges(page)
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Failed to toggle API key status')).toBeVisible()
  await page.getByRole('link', { name: 'Apollo API key settings' }).click()
  await page.getByLabel('API key', { exact: true }).fill('sandbox-b')
  await page.getByRole('button', { name: 'Save API Key' }).click()
  await expect(page.getByText('Failed to save API key')).toBeVisible()
})

test('connects and disconnects a Google Workspace', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/integrations`)
  await page.getByRole('link', { name: 'Manage' }).click()
  await expect(page.getByRole('heading', { name: 'Google Workspace Integration' })).toBeVisible()
  await expect(page.getByText('Not Connected')).toBeVisible()
  for (const feature of [
    'Contact sync',
    'Signature management',
    'Calendar integration',
    'Gmail API access',
    'Drive integration',
  ])
    await expect(page.getByText(feature)).toBeVisible()
  await page.getByRole('link', { name: 'Connect', exact: true }).click()
  await page.locator('[name=email]').fill('team@coldframe.example')
  await page.locator('[name=email]').press('Enter')
  await expect(page).toHaveURL(`${server.url}/integrations/gsuite`)
  await expect(page.getByText('Google Workspace connected')).toBeVisible()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByText('team@coldframe.example').last()).toBeVisible()
  await page.getByRole('link', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Google Workspace disconnected')).toBeVisible()
  await expect(page.getByText('Not Connected')).toBeVisible()
})
