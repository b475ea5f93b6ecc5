import { makeWorkbook } from '../../support/workbook'
import { passAxe } from '../axe'
import { toast } from '../sequences/support'
import { expect, type Page, signIn, test } from '../support'

const dialog = (page: Page) => page.getByRole('dialog')

test('an Excel file: its sheet is asked for, its rows are checked first, and all get tags @no-js', async ({
  page,
  server,
}) => {
  const isScripted = test.info().project.name !== 'no-js'
  const { client } = await signIn(page, server)
  const list = { name: 'Fair', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
  const { id } = await client.ok('POST', '/api/personas', list)
  await client.ok('POST', '/api/contacts', { email: 'old@fair.example', firstName: 'Old' })
  const buffer = makeWorkbook({
    Notes: [['Made for the fair']],
    People: [
      ['Email', 'First Name', 'Seats'],
      ['khai@fair.example', 'Nguyễn', 12],
      ['info@fair.example', 'Desk', 3],
      ['old@fair.example', 'Older', 1],
      ['no address', 'X', null],
    ],
  })
  await page.goto(`${server.url}/personas/${id}/import`)
  const start = dialog(page).getByRole('button', { name: 'Import Contacts' })
  const choose = () =>
    page.locator('input[type=file]').setInputFiles({ name: 'People.xlsx', mimeType: '', buffer })
  await choose()
  await start.click()
  await expect(dialog(page).getByText('Choose the sheet to import')).toBeVisible()
  await dialog(page).getByLabel('Sheet').selectOption('People')
  if (!isScripted) await choose()
  await dialog(page).getByRole('button', { name: 'Check the rows first' }).click()

  const preview = dialog(page).getByRole('region', { name: 'What the import will do' })
  await expect(preview.getByText('What the import will do with 4 rows')).toBeVisible()
  await expect(preview.getByRole('listitem')).toHaveText([
    '2new contacts',
    '1contact that exists and stays as it is',
    '1row that cannot be imported',
    '1of the addresses is of a role such as info@, not of a person',
  ])
  await preview.getByText('Rows that will be rejected').click()
  await expect(preview.getByText('Line 5: The email address has no @')).toBeVisible()
  await dialog(page).getByLabel('Contacts that exist already').selectOption('overwrite')
  await dialog(page).getByLabel('Tags for every contact').fill('fair, 2026')
  await dialog(page).getByRole('button', { name: 'Check again' }).click()
  await expect(preview.getByText('contact that exists and is changed')).toBeVisible()
  await expect(dialog(page).getByLabel('Tags for every contact')).toHaveValue('fair, 2026')
  if (isScripted) await passAxe(page)
  await start.click()
  await toast(page, 'Successfully imported 2 contacts, 1 failed, 1 updated')
  const { contacts } = await client.ok('GET', '/api/contacts?limit=100')
  expect(contacts.map(({ email, tags }: { email: string; tags: string[] }) => [email, tags]).sort()).toEqual(
    ['info@fair.example', 'khai@fair.example', 'old@fair.example'].map((email) => [email, ['fair', '2026']]),
  )
  await page.goto(`${server.url}/contacts?q=fair.example`)
  await expect(page.getByRole('row', { name: 'Desk' }).getByText('Role', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Role', { exact: true })).toHaveCount(1)
})
