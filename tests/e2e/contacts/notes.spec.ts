import { toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

test('a note is added to a contact, and deleted', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const contact = await client.ok('POST', '/api/contacts', { email: 'ann@people.example', firstName: 'Ann' })
  await page.goto(`${server.url}/contacts/${contact.id}`)
  await page.getByRole('link', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add note' })
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByText('Write a note first')).toBeVisible()
  await dialog.getByLabel('Note').fill('Met at a fair')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await toast(page, 'Note added')
  await expect(page.getByRole('main').getByText('Met at a fair')).toBeVisible()
  await page.getByRole('link', { name: /^Delete the note of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Note deleted')
  await expect(page.getByText('Nothing written down yet.')).toBeVisible()
})
