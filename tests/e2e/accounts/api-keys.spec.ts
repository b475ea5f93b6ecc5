import { toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

test('creates a key for a program, shows it once, and revokes it', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  await client.ok('POST', '/api/sequences', { name: 'Second contact' })
  await page.goto(`${server.url}/settings`)
  await page.getByRole('link', { name: 'API keys' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('No API keys')).toBeVisible()
  await main.getByRole('link', { name: 'Create API key' }).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Access').selectOption('Read and write')
  await dialog.getByLabel('Send emails').uncheck()
  await dialog.getByText('Limit the key to').click()
  await dialog.getByLabel('Sequences').selectOption('First contact')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  // Nothing of what was chosen is lost.
  await expect(dialog.getByLabel('Access')).toHaveValue('write')
  await expect(dialog.getByLabel('Sequences')).toHaveValues([id])
  await expect(dialog.getByLabel('Send emails')).not.toBeChecked()
  await expect(dialog.getByLabel('Delete')).toBeChecked()
  await dialog.getByLabel('Name').fill('CRM')
  await dialog.getByRole('button', { name: 'Create API key' }).click()

  const key = await dialog.getByLabel('API key').inputValue()
  const call = (at: string) => fetch(server.url + at, { headers: { authorization: `Bearer ${key}` } })
  expect((await call(`/api/sequences/${id}`)).status).toBe(200)
  expect((await call('/api/contacts')).status).toBe(403)
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  // The list was read before the calls were made.
  await page.reload()
  await expect(main.getByText('Last used')).toBeVisible()
  await expect(main.getByText('Limited', { exact: true })).toBeVisible()
  await expect(main.getByText('No sending')).toBeVisible()
  await expect(main.getByText('No deleting')).toBeHidden()
  await expect(main.getByText('Call refused')).toBeVisible()
  await expect(page.getByText(key)).toBeHidden()

  await main.getByRole('link', { name: 'Revoke CRM' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await toast(page, 'API key revoked')
  await expect(main.getByText('No API keys')).toBeVisible()
  expect((await call(`/api/sequences/${id}`)).status).toBe(401)
})
