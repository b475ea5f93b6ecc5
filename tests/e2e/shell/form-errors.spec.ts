import { toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

test('the first invalid field gets the focus, also in a section that was closed @js-only', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const list = await client.ok('POST', '/api/personas', {
    ...{ name: 'Owners', industry: 'Wine', jobTitle: 'Owner', location: 'Lyon' },
  })
  await page.goto(`${server.url}/personas/${list.id}/contacts/new`)
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('Email')
  const zone = dialog.getByLabel('Time zone')
  await dialog.getByText('More fields').click()
  await zone.fill('Nowhere')
  await dialog.getByText('More fields').click()
  await dialog.getByRole('button', { name: 'Create Contact' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ann@acme.example')
  await dialog.getByRole('button', { name: 'Create Contact' }).click()
  await expect(zone).toBeFocused()
  await expect(zone).toHaveAttribute('aria-invalid', 'true')
  await expect(email).not.toHaveAttribute('aria-invalid')
})

test('a message goes with the save that it was about @js-only', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/settings`)
  const field = page.getByLabel('Maximum consecutive unopened emails')
  const save = page.getByRole('button', { name: 'Save' }).first()
  await field.fill('51')
  await save.click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Must be at most 50/)
  await field.fill('50')
  await save.click()
  await toast(page, 'Settings Saved')
  await expect(field).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Must be at most 50')).toHaveCount(0)
})
