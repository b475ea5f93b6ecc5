import { passAxe } from '../axe'
import { makeList, toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

const FILE = [
  'Email,First Name,Seats,Renewal,Region code',
  'ann@people.example,Ann,12480,2026-12-18,N7',
  'bob@people.example,Bob,many,2026-12-18,S2',
].join('\r\n')

test('a field is made, imported with a type, corrected by hand, and written in an email @no-js', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer()
  const { client } = await signIn(page, server)
  const scripted = test.info().project.name !== 'no-js'
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await client.connectMailbox('sender@coldframe.example')

  await page.goto(`${server.url}/settings/fields`)
  await expect(main.getByText('No fields of your own')).toBeVisible()
  const add = async (name: string, type: string) => {
    await main.getByRole('link', { name: 'Add field' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Type', { exact: true }).selectOption({ label: type })
    await dialog.getByRole('button', { name: 'Add field' }).click()
  }
  await add('First Name', 'Text')
  await expect(dialog.getByText('Every contact has {{ first_name }} already')).toBeVisible()
  await dialog.getByLabel('Name').fill('Seats')
  await dialog.getByLabel('Type', { exact: true }).selectOption({ label: 'Number' })
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(main.getByRole('listitem').filter({ hasText: 'Seats' })).toContainText('{{seats}}')
  if (scripted) await passAxe(page)

  const list = await makeList(client, 'CTOs')
  await page.goto(`${server.url}/personas/${list}/import`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  const start = dialog.getByRole('button', { name: 'Import Contacts' })
  if (!scripted) await start.click()
  await expect(dialog.getByLabel('Import Seats as')).toHaveValue('own:seats')
  await expect(
    dialog.getByLabel('Import Renewal as').getByRole('option', { name: 'date (proposed)' }),
  ).toHaveCount(1)
  await dialog.getByLabel('Import Renewal as').selectOption('new:date')
  if (scripted) await passAxe(page)
  await start.click()
  await toast(page, 'Successfully imported 1 contacts, 1 failed')
  const { contacts } = await client.ok('GET', '/api/contacts')
  expect(contacts).toMatchObject([{ custom: { seats: 12480, renewal: '2026-12-18', region_code: 'N7' } }])

  const contact = `${server.url}/contacts/${contacts[0].id}`
  await page.goto(`${contact}/edit`)
  await expect(dialog.getByLabel('Renewal')).toHaveValue('2026-12-18')
  await dialog.getByLabel('Seats').fill('a few')
  await dialog.getByLabel('Region code').fill('N8')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Must be a number such as 1234.5')).toBeVisible()
  await expect(dialog.getByLabel('Region code')).toHaveValue('N8')
  await dialog.getByLabel('Seats').fill('12481')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Contact updated successfully')
  await page.goto(contact)
  for (const value of ['12,481', 'December 18, 2026', 'N8']) await expect(main.getByText(value)).toBeVisible()

  const text = '<p>{{ seats }} seats until {{ renewal }} in {{ region_code }}</p>'
  const template = await client.ok('POST', '/api/templates', { name: 'T', subject: 'S', htmlBody: text })
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Renewals' })
  await client.ok('POST', `/api/sequences/${id}/steps`, { templateId: template.id, delayDays: 0 })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 5 * 24 * 60 })
  const [mail] = await client.ok('GET', '/sandbox/messages?to=ann%40people.example')
  expect(JSON.stringify(mail)).toContain('12,481 seats until December 18, 2026 in N8')

  await page.goto(`${server.url}/settings/fields`)
  await main.getByRole('link', { name: 'Delete Renewal' }).click()
  await expect(dialog.getByText('1 template')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Field deleted')
  await expect(main.getByText('{{renewal}}')).toHaveCount(0)
})
