import { toast } from '../sequences/support'
import { expect, failChanges, signIn, test } from '../support'

const AT = '/settings'

test('sets the limit of unopened emails, 1 when empty', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.goto(server.url + AT)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Contacts', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(main.getByRole('heading', { name: 'Contact Filtering Settings' })).toBeVisible()
  const field = main.getByLabel('Maximum consecutive unopened emails')
  const save = main.getByRole('button', { name: 'Save' }).first()
  await expect(field).toHaveValue('3')
  for (const [typed, words] of [
    ['2.5', 'Must be a whole number'],
    ['0', 'Must be at least 1'],
    ['51', 'Must be at most 50'],
  ] as const) {
    await field.fill(typed)
    await save.click()
    await expect(main.getByText(words).first()).toBeVisible()
    await expect(field).toHaveValue(typed)
  }
  await field.fill('50')
  await save.click()
  await toast(page, 'Settings Saved')
  expect(await client.ok('GET', '/api/settings/contacts')).toMatchObject({ maxContinuousNotOpens: 50 })
  await field.fill('')
  await save.click()
  await expect(field).toHaveValue('1')
  // The field shows it before the server has answered.
  await expect
    .poll(() => client.ok('GET', '/api/settings/contacts'))
    .toMatchObject({ maxContinuousNotOpens: 1 })
  await page.waitForLoadState('networkidle')
})

test('settings that fail to save keep the typed values @js-only', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(server.url + AT)
  await failChanges(page)
  const field = page.getByLabel('Maximum consecutive unopened emails')
  await field.fill('7')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await toast(page, 'Failed to update settings')
  await expect(field).toHaveValue('7')
})
