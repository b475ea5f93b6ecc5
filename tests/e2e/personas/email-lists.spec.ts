import { makeList, makeSequence, toast } from '../sequences/support'
import { expect, type Page, signIn, test } from '../support'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
test('shows lists with totals, search and pages, and creates one', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/personas`)
  await expect(main(page).getByText('No email lists yet')).toBeVisible()
  for (let i = 0; i < 11; i++) await makeList(client, `List ${i}`, i < 3 ? { industry: 'Steel' } : {})
  await page.goto(`${server.url}/personas`)
  for (const [label, value] of [
    ['Total Email Lists', '11'],
    ['Industries', '2'],
    ['Average per Industry', '5.5'],
  ] as const)
    await expect(main(page).locator('dl > div', { hasText: label }).first()).toContainText(value)
  await expect(main(page).getByRole('link', { name: /^View / })).toHaveCount(10)
  await main(page).getByRole('link', { name: 'Page 2' }).click()
  await expect(main(page).getByRole('link', { name: /^View / })).toHaveCount(1)
  const box = main(page).getByRole('searchbox')
  await box.fill('steel')
  await box.press('Enter')
  await expect(main(page).getByRole('link', { name: /^View / })).toHaveCount(3)

  await main(page).getByRole('link', { name: 'Create Email List' }).click()
  await dialog(page).getByLabel(/name/i).first().fill('Heads of sales')
  await dialog(page).getByLabel('Industry').fill('Software')
  await dialog(page).getByLabel('Job Title').fill('Head of Sales')
  await dialog(page).getByLabel('Location').fill('Paris')
  await dialog(page)
    .getByRole('button', { name: /create/i })
    .click()
  await toast(page, 'Email list created successfully')
  await expect(page).toHaveURL(/\/personas\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Heads of sales' })).toBeVisible()
})

test('adds a list to a sequence and deletes it @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const id = await makeList(client, 'CTOs')
  const { id: sequence } = await makeSequence(client)
  await client.ok('PATCH', `/api/sequences/${sequence}`, { description: 'To people we never met.' })
  await page.goto(`${server.url}/personas/${id}`)
  await expect(main(page).getByText('Email List Details & Contact Management')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Email Lists' })).toHaveAttribute('href', '/personas')
  await expect(
    main(page).getByRole('heading', { name: /^Linked Sequences for Auto-Enrollment/ }),
  ).toContainText('0')
  await expect(main(page).getByRole('link', { name: 'Go to Sequences' })).toHaveAttribute(
    'href',
    '/sequences',
  )

  await page.goto(`${server.url}/personas`)
  await main(page).getByRole('link', { name: 'Add CTOs to a sequence' }).click()
  await dialog(page).getByRole('button', { name: 'Add to Sequence' }).click()
  await expect(dialog(page).getByText('Please select a sequence').first()).toBeVisible()
  await dialog(page).getByLabel('Sequence').selectOption({ label: 'First contact (Draft)' })
  await dialog(page).getByRole('button', { name: 'Add to Sequence' }).click()
  await toast(page, 'Email list added to sequence')
  await expect(main(page).getByText('1 sequence', { exact: true })).toBeVisible()

  await main(page).getByRole('link', { name: 'View CTOs' }).click()
  await expect(
    main(page).getByRole('heading', { name: /^Linked Sequences for Auto-Enrollment/ }),
  ).toContainText('1')
  const linked = main(page).getByRole('link', { name: /First contact/ })
  await expect(linked).toHaveAttribute('href', `/sequences/${sequence}`)
  await expect(linked).toContainText('Draft')
  await expect(linked).toContainText('To people we never met.')

  await page.goto(`${server.url}/personas`)
  await main(page).getByRole('link', { name: 'Delete CTOs' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Email list deleted successfully')
  await expect(main(page).getByText('No email lists yet')).toBeVisible()
})

test('the page of a list shows its contacts and actions', async ({ page, server, javaScriptEnabled }) => {
  const { client } = await signIn(page, server)
  const id = await makeList(client, 'CTOs', { description: 'A description.' })
  await page.goto(`${server.url}/personas/${id}`)
  for (const text of ['Industry', 'Software', 'Job Title', 'CTO', 'Location', 'Berlin', 'A description.'])
    await expect(main(page).getByText(text, { exact: true }).first()).toBeVisible()
  for (const name of ['Create Contact', 'Import Contact (CSV)', 'Download Template'])
    await expect(main(page).getByRole('link', { name })).toBeVisible()

  await main(page).getByRole('link', { name: 'Edit Email List' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Email List' })
  await edit.getByLabel('Location').fill('   ')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByText('Name, industry, job title, and location are required').first()).toBeVisible()
  await edit.getByLabel('Location').fill('Paris')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Email list updated successfully')
  await expect(main(page).getByText('Paris')).toBeVisible()

  await main(page).getByRole('link', { name: 'Create Contact' }).click()
  const create = page.getByRole('dialog', { name: 'Create New Contact' })
  await create.getByRole('button', { name: 'Create Contact' }).click()
  await expect(create.getByText('Email is required').first()).toBeVisible()
  await create.getByLabel('Email').fill('ann@people.example')
  await create.getByLabel('First Name').fill('Ann')
  await create.getByLabel('Last Name').fill('Lee')
  await create.getByRole('button', { name: 'Create Contact' }).click()
  await toast(page, 'Contact created and linked to email list successfully')
  const { contacts } = await client.ok('GET', '/api/contacts')
  expect(contacts).toMatchObject([
    {
      name: 'Ann Lee',
      personaId: id,
      personaIndustry: 'Software',
      suppressed: false,
      unsubscribed: false,
      metadata: { source: 'manual' },
    },
  ])
  const other = { email: 'bob@people.example', suppressed: true, unsubscribed: true, personaId: id }
  await client.ok('POST', '/api/contacts', { ...other, apolloId: 'lead-1' })
  await page.goto(`${server.url}/personas/${id}`)
  await expect(main(page).getByRole('heading', { name: /^Contacts/ })).toContainText('2')
  const row = (text: string) => main(page).getByRole('listitem').filter({ hasText: text })
  await expect(row('ann@')).toContainText('Manual')
  await expect(row('bob@')).toContainText('Apollo')
  await expect(row('bob@')).toContainText('Suppressed')
  await expect(row('bob@')).toContainText('Unsubscribed')

  const move = main(page).getByRole('button', { name: /^Move to Email List/ })
  if (javaScriptEnabled) {
    await expect(move).toHaveCount(0)
    await main(page).getByLabel('Select all').check()
    await expect(move).toHaveText('Move to Email List (2)')
    await main(page).getByLabel('Select bob@people.example').uncheck()
    await expect(move).toHaveText('Move to Email List (1)')
  } else await main(page).getByLabel('Select Ann Lee').check()
  await move.click()
  await expect(page.getByRole('dialog', { name: 'Move Contacts to Email List' })).toBeVisible()
  await dialog(page)
    .getByRole('link', { name: /cancel/i })
    .click()

  await main(page).getByRole('link', { name: 'Edit Ann Lee' }).click()
  const change = page.getByRole('dialog', { name: 'Edit Contact' })
  await change.getByLabel('Email').fill('')
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await expect(change.getByText('Email address is required').first()).toBeVisible()
  await change.getByLabel('Email').fill('bob@people.example')
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await expect(change.getByText('This email address already exists').first()).toBeVisible()
  await change.getByLabel('Email').fill('ann.lee@people.example')
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Contact updated successfully')

  await main(page).getByRole('link', { name: 'Delete Ann Lee' }).click()
  await page.getByRole('dialog', { name: 'Delete Contact' }).getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Contact deleted successfully')
  await expect(row('ann.lee@')).toHaveCount(0)
})

test('a file with only headers creates nothing and shows a message @sweep', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const id = await makeList(client, 'CTOs')
  await page.goto(`${server.url}/personas/${id}/import`)
  await expect(page.getByRole('dialog', { name: 'Import Contacts from CSV' })).toBeVisible()
  const buffer = Buffer.from('Email,First Name\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer })
  await dialog(page).getByRole('button', { name: 'Import Contacts' }).click()
  if (!javaScriptEnabled) await dialog(page).getByRole('button', { name: 'Import Contacts' }).click()
  await toast(page, 'Empty template imported successfully. You can now add contacts manually.')
  expect(await client.ok('GET', '/api/contacts')).toMatchObject({ total: 0 })
})

test('Cancel clears the dialog of a new list @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/personas`)
  const name = dialog(page).getByLabel(/name/i).first()
  await main(page).getByRole('link', { name: 'Create Email List' }).first().click()
  await name.fill('Typed')
  await dialog(page).getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Create Email List' }).first().click()
  await expect(name).toHaveValue('')
})

test('an unknown list shows a message and a way back @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/personas/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByRole('heading', { name: 'Email list not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Email Lists' }).click()
  await expect(page).toHaveURL(`${server.url}/personas`)
})
