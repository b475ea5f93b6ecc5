import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import type { Client } from '../../support/client'
import { passAxe } from '../axe'
import { GROUP, makeSequence, toast } from '../sequences/support'
import { expect, type Page, signIn, test } from '../support'

const scripted = () => test.info().project.name !== 'no-js'
const main = (page: Page) => page.getByRole('main')
const row = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
/** A list with 23 contacts: two suppressed, one from the lead database. */
async function fill(client: Client) {
  const list = await client.ok('POST', '/api/personas', { name: 'CTOs', ...GROUP })
  const ids: string[] = []
  for (let i = 0; i < 23; i++) {
    const { id } = await client.ok('POST', '/api/contacts', {
      email: `p${i}@people.example`,
      firstName: 'Person',
      lastName: `Nr${i}`,
      personaId: list.id,
      suppressed: i === 21,
      unsubscribed: i === 22,
      ...(i === 20 ? { apolloId: 'lead-20' } : {}),
    })
    ids.push(id)
  }
  return { list: list.id as string, ids }
}

test('lists contacts with totals, search, filters, order and pages', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/contacts`)
  await expect(main(page).getByText('No contacts yet')).toBeVisible()
  const { ids } = await fill(client)
  await server.database.sql`update contacts set hard_bounced = true where id = ${ids[19]!}`
  await page.goto(`${server.url}/contacts`)
  for (const [label, value] of [
    ['Total Contacts', '23'],
    ['Active', '20'],
    ['Unsubscribed', '1'],
    ['Suppressed', '1'],
  ] as const)
    await expect(main(page).locator('dl > div', { hasText: label }).first()).toContainText(value)
  await expect(row(page, 'p21@')).toContainText('Suppressed')
  await expect(row(page, 'p22@')).toContainText('Unsubscribed')
  await expect(row(page, 'p20@')).toContainText('Apollo')
  await expect(row(page, 'p19@')).toContainText('Blacklisted')
  await expect(row(page, 'p18@')).toContainText('Manual')
  await expect(row(page, 'p18@')).toContainText('Software')

  // All contacts are searched, also those on other pages: with scripts after a pause in typing.
  const box = main(page).getByRole('searchbox')
  await expect(row(page, 'p1@')).toHaveCount(0)
  await box.fill('NR1')
  if (!scripted()) await box.press('Enter')
  await expect(row(page, 'p1@')).toBeVisible()
  await expect(row(page, 'p10@')).toBeVisible()
  await expect(row(page, 'p22@')).toHaveCount(0)
  await expect(page).toHaveURL(/q=NR1/)
  await box.fill('nobody at all')
  if (!scripted()) await main(page).getByRole('button', { name: 'Search', exact: true }).click()
  await expect(main(page).getByText('No contact matches "nobody at all" in address or name.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Clear search' }).click()
  await expect(box).toHaveValue('')

  await main(page).getByRole('link', { name: 'Page 2' }).click()
  await expect(row(page, 'p0@')).toBeVisible()
  await main(page)
    .getByRole('link', { name: /^Added/ })
    .first()
    .click()
  await expect(page).toHaveURL(/order=asc/)
  await expect(main(page).getByRole('row').nth(1)).toContainText('p0@')
  await main(page).getByLabel('Status').selectOption('suppressed')
  if (!scripted()) await main(page).getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/status=suppressed/)
  await expect(row(page, 'p21@')).toBeVisible()
  await expect(row(page, 'p0@')).toHaveCount(0)
})

test('adds contacts to a sequence, edits and deletes them', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await fill(client)
  await makeSequence(client, 1)
  await page.goto(`${server.url}/contacts`)
  for (const name of ['Person Nr20', 'Person Nr21']) await main(page).getByLabel(`Select ${name}`).check()
  await main(page)
    .getByRole('button', { name: scripted() ? 'Add 2 to Sequence' : 'Add to Sequence' })
    .click()
  await dialog(page).getByRole('button', { name: 'Add 2 to Sequence' }).click()
  await expect(dialog(page).getByText('Please select a sequence')).toBeVisible()
  await dialog(page).getByLabel('Sequence').selectOption({ label: 'First contact (Draft)' })
  await dialog(page).getByRole('button', { name: 'Add 2 to Sequence' }).click()
  await toast(page, 'Added 1 contact(s) to sequence successfully')
  await toast(page, 'Not added: 1 suppressed.')

  await main(page).getByLabel('Edit Person Nr20').click()
  await dialog(page).getByLabel('Email').fill('')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog(page).getByText('Email address is required').first()).toBeVisible()
  await dialog(page).getByLabel('Email').fill('P19@people.example')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog(page).getByText('This email address already exists').first()).toBeVisible()
  await dialog(page).getByLabel('Email').fill('changed@people.example')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Contact updated successfully')
  await expect(row(page, 'changed@people.example')).toBeVisible()

  await main(page).getByLabel('Delete Person Nr19').click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Contact deleted successfully')
  await expect(row(page, 'p19@')).toHaveCount(0)
})

test('a contact’s page shows events, and lifts, exports and erases @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { ids } = await fill(client)
  await page.goto(`${server.url}/contacts`)
  await row(page, 'p22@').getByRole('link', { name: 'Person Nr22', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Person Nr22' })).toBeVisible()
  await expect(main(page).getByText('They asked not to be emailed again.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Lift the unsubscription' }).click()
  await expect(dialog(page).getByText('unsubscribed. Lift this only if')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Lift the unsubscription' }).click()
  await toast(page, 'Unsubscription lifted')
  await expect(main(page).getByText('You lifted the unsubscription.')).toBeVisible()
  await expect(main(page).getByText('They asked not to be emailed again.')).toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: 'Export as JSON' }).click(),
  ])
  const held = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(held.contact.email).toBe('p22@people.example')

  await main(page).getByRole('link', { name: 'Erase this person' }).click()
  await dialog(page).getByRole('textbox').fill('somebody@else.example')
  await dialog(page).getByRole('button', { name: 'Erase Person' }).click()
  await expect(dialog(page).getByText('This is not the address of the contact')).toBeVisible()
  await dialog(page).getByRole('textbox').fill('p22@people.example')
  await dialog(page).getByRole('button', { name: 'Erase Person' }).click()
  await toast(page, 'Person erased')
  await page.goto(`${server.url}/contacts/${ids[22]}`)
  await expect(page.getByRole('heading', { name: 'Contact not found' })).toBeVisible()
  const again = await client.ok('POST', '/api/contacts', { email: 'p22@people.example' })
  expect(again.suppressed).toBe(true)
})

const FILE = [
  'Kontakt,First Name,Plan,Intern',
  ...Array.from({ length: 6 }, (_, i) => `new${i}@people.example,New${i},Basic,x`),
  'p0@people.example,,,',
  'no address,,,',
].join('\r\n')

test('imports a CSV file with preview, summary, rejects and undo', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { list } = await fill(client)
  await page.goto(`${server.url}/personas/${list}/import`)
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  if (scripted()) {
    await choose('people.txt', FILE)
    await toast(page, 'Invalid file')
    await expect(dialog(page).getByText('Please select a valid CSV file')).toBeVisible()
    await choose('empty.csv', 'Email,First Name\r\n')
    await expect(dialog(page).getByText('Empty template (headers only)')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Clear File' }).click()
    await expect(dialog(page).getByText('Empty template (headers only)')).toHaveCount(0)
  }
  await choose('people.csv', FILE)
  const start = dialog(page).getByRole('button', { name: 'Import Contacts' })
  if (!scripted()) await start.click()
  await expect(dialog(page).getByText('(first 5 rows)')).toBeVisible()
  await expect(dialog(page).locator('tbody tr')).toHaveCount(5)
  await dialog(page).getByLabel('Import Kontakt as').selectOption('email')
  await dialog(page).getByLabel('Import Intern as').selectOption('skip')
  await start.click()
  await toast(page, 'Import job started')
  await toast(page, 'Successfully imported 6 contacts, 1 skipped (duplicate emails), 1 failed')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('link', { name: 'Download rejected rows' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('The email address has no @,no address')
  const { contacts } = await client.ok('GET', '/api/contacts?limit=100')
  const found = contacts.find(({ email }: { email: string }) => email === 'new0@people.example')
  expect(found.custom).toEqual({ plan: 'Basic' })

  await dialog(page).getByRole('link', { name: 'Undo import' }).click()
  await dialog(page).getByRole('button', { name: 'Undo Import' }).click()
  await toast(page, 'Import undone')
  await expect(dialog(page).getByText('6 contacts were deleted.')).toBeVisible()
  await dialog(page).getByRole('link', { name: 'Done' }).click()
  await expect(main(page).getByText('Undone', { exact: true })).toBeVisible()
  expect((await client.ok('GET', '/api/contacts')).total).toBe(23)
})

test('an import proposes stops, and reads the file by another encoding, header or notation @no-js', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { list } = await fill(client)
  await page.goto(`${server.url}/personas/${list}/import`)
  const text =
    'Export of May\r\nEmail;First Name;Opted Out;Until\r\nivan@read.example;Иван;no;04/05/2026\r\nolga@read.example;Ольга;perhaps;\r\n'
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: iconv.encode(text, 'windows-1251') }
  await page.locator('input[type=file]').setInputFiles(file)
  const start = dialog(page).getByRole('button', { name: 'Import Contacts' })
  if (!scripted()) await start.click()
  const read = async (label: string, option: string) => {
    await dialog(page).getByLabel(label).selectOption(option)
    if (!scripted()) await dialog(page).getByRole('button', { name: 'Read the file again' }).click()
  }
  await expect(dialog(page).getByRole('cell', { name: 'Иван' })).toBeVisible()
  await expect(dialog(page).getByLabel('Import Opted Out as')).toHaveValue('stopped')
  await expect(dialog(page).getByText('“perhaps” is not understood and counts as stopped.')).toBeVisible()
  if (scripted()) await passAxe(page)
  await read('Encoding', 'windows-1252')
  await expect(dialog(page).getByRole('cell', { name: 'Èâàí' })).toBeVisible()
  await read('Encoding', 'windows-1251')
  await expect(dialog(page).getByRole('cell', { name: 'Иван' })).toBeVisible()
  await read('Row with the column names', '1')
  await expect(dialog(page).getByLabel('Import Export of May as')).toBeVisible()
  await read('Row with the column names', '2')
  await expect(dialog(page).getByLabel('Import First Name as')).toHaveValue('firstName')
  await expect(dialog(page).getByText('“04/05/2026” can be read in two ways.')).toBeVisible()
  await read('Dates', 'month-first')
  await expect(dialog(page).getByText('can be read in two ways.')).toBeHidden()
  const until = dialog(page).getByLabel('Import Until as')
  await until.selectOption('Keep as a new field, type date (proposed)')
  await dialog(page).getByLabel('Contacts that exist already').selectOption('fill')
  await start.click()
  await toast(page, 'Successfully imported 2 contacts, 1 had opted out')
  const { contacts } = await client.ok('GET', '/api/contacts?email=ivan@read.example')
  expect(contacts[0].custom).toEqual({ until: '2026-04-05' })
  await expect(
    dialog(page).getByText('1 row had a value in a Stopped column that is not understood'),
  ).toBeVisible()
})

test('adds existing contacts to a list and moves contacts @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { list, ids } = await fill(client)
  const other = await client.ok('POST', '/api/personas', { name: 'Others', ...GROUP })
  await page.goto(`${server.url}/personas/${other.id}`)
  await main(page).getByRole('link', { name: 'Add Existing' }).click()
  await dialog(page).getByRole('searchbox').fill('Nr1')
  await dialog(page).getByRole('searchbox').press('Enter')
  await dialog(page).getByText('p1@people.example').click()
  await dialog(page).getByRole('button', { name: 'Add to Email List' }).click()
  await toast(page, 'Added 1 contact(s) to email list')
  await expect(main(page).getByText('p1@people.example')).toBeVisible()

  await page.goto(`${server.url}/personas/${list}/contacts/move?contactId=${ids[0]}&contactId=${ids[1]}`)
  await dialog(page).getByRole('button', { name: 'Move Contacts' }).click()
  await expect(dialog(page).getByText('Please select a destination email list')).toBeVisible()
  await dialog(page).getByLabel('Destination email list').selectOption('Others')
  await dialog(page).getByRole('button', { name: 'Move Contacts' }).click()
  await toast(page, 'Moved 1 contact(s). Skipped 1 duplicate(s).')
})

test('Download Template shows a toast @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { list } = await fill(client)
  await page.goto(`${server.url}/personas/${list}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: 'Download Template' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe(
    'Email,First Name,Last Name,Name,Title,Organization,City,State,Country,LinkedIn URL,Headline,Apollo ID\r\n',
  )
  await toast(page, 'Template downloaded')
})

test('Do not contact lists, refuses and removes addresses and domains @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await fill(client)
  await page.goto(`${server.url}/settings`)
  await main(page).getByRole('link', { name: 'Do not contact' }).click()
  const field = main(page).getByLabel('Addresses and domains')
  await field.fill('nonsense')
  await main(page).getByRole('button', { name: 'Add to the list' }).click()
  await expect(main(page).getByText('Not an address or a domain: nonsense')).toBeVisible()
  await expect(field).toHaveValue('nonsense')
  await field.fill('p0@people.example, rival.example')
  await main(page).getByRole('button', { name: 'Add to the list' }).click()
  await toast(page, '2 entries added')
  await expect(main(page).getByText('rival.example', { exact: true })).toBeVisible()
  expect((await client.ok('GET', '/api/contacts')).stats.suppressed).toBe(2)
  await main(page).getByRole('link', { name: 'Remove rival.example' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Removed from the list')
  await expect(main(page).getByText('rival.example', { exact: true })).toHaveCount(0)
})
