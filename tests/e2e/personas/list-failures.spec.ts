import { makeList, makeSequence, toast } from '../sequences/support'
import { expect, failChanges, type Page, signIn, test } from '../support'

const dialog = (page: Page) => page.getByRole('dialog')
test('failed requests on lists and contacts lose nothing @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const id = await makeList(client, 'CTOs')
  const other = await makeList(client, 'Others')
  const { id: sequence } = await makeSequence(client)
  const contact = await client.ok('POST', '/api/contacts', { email: 'ann@people.example', personaId: id })
  await failChanges(page)
  const press = (name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
  const at = `${server.url}/personas/${id}`

  await page.goto(`${server.url}/personas/new`)
  for (const label of [/name/i, 'Industry', 'Job Title', 'Location'])
    await dialog(page).getByLabel(label).first().fill('Typed')
  await dialog(page)
    .getByRole('button', { name: /create/i })
    .click()
  await toast(page, 'Failed to create email list')
  await expect(dialog(page).getByLabel('Industry')).toHaveValue('Typed')
  await page.goto(`${at}/edit`)
  await press('Save Changes')
  await toast(page, 'Failed to update email list')
  await page.goto(`${at}/delete`)
  await press('Delete')
  await toast(page, 'Failed to delete email list')
  await page.goto(`${at}/sequences/add`)
  await dialog(page).getByLabel('Sequence').selectOption(sequence)
  await press('Add to Sequence')
  await toast(page, 'Failed to link email list to sequence')
  await page.goto(`${at}/contacts/new`)
  await dialog(page).getByLabel('Email').fill('bob@people.example')
  await press('Create Contact')
  await toast(page, 'Failed to create contact')
  await page.goto(`${at}/contacts/${contact.id}/edit`)
  await press('Save Changes')
  await toast(page, 'Failed to update contact')
  await page.goto(`${at}/contacts/${contact.id}/delete`)
  await press('Delete')
  await toast(page, 'Failed to delete contact')
  await page.goto(`${at}/contacts/move?contactId=${contact.id}`)
  await dialog(page).getByLabel('Destination email list').selectOption(other)
  await press('Move Contacts')
  await toast(page, 'Failed to move contacts')
  await page.goto(`${server.url}/contacts/add-to-sequence?contactId=${contact.id}`)
  await dialog(page).getByLabel('Sequence').selectOption(sequence)
  await press('Add 1 to Sequence')
  await toast(page, 'Failed to add contacts to sequence')
  await page.goto(`${at}/import`)
  const buffer = Buffer.from('Email\r\nbob@people.example\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await press('Import Contacts')
  await toast(page, 'Failed to start import job')
  expect(await client.ok('GET', '/api/contacts')).toMatchObject({ total: 1 })
})

test('reports a failed import and a failed poll @sweep', async ({ page, server, javaScriptEnabled }) => {
  const { client, user } = await signIn(page, server)
  const id = await makeList(client, 'CTOs')
  const { sql } = server.database
  const [job] = await sql<{ id: string }[]>`
    insert into queue_jobs (user_id, type, status) values (${user.id}, 'contact_import', 'failed') returning id`
  await sql`
    insert into import_batches (user_id, persona_id, queue_job_id, file_name)
    values (${user.id}, ${id}, ${job!.id}, 'people.csv')`
  await page.goto(`${server.url}/personas/${id}/import/${job!.id}`)
  await expect(dialog(page).getByText('Import failed')).toBeVisible()
  await expect(dialog(page).getByText('An error occurred during import')).toBeVisible()
  await sql`update queue_jobs set error = 'The file ends in the middle of a row' where id = ${job!.id}`
  await page.reload()
  await expect(dialog(page).getByText('The file ends in the middle of a row')).toBeVisible()
  if (!javaScriptEnabled) return
  await sql`update queue_jobs set status = 'processing', error = null, processed_at = now() where id = ${job!.id}`
  await page.clock.install()
  await page.route('**/api/jobs/*', (route) => route.fulfill({ status: 503 }))
  await page.goto(`${server.url}/personas/${id}/import/${job!.id}`)
  await expect(async () => {
    await page.clock.runFor(11_000)
    await expect(dialog(page).getByText('Unable to check import status')).toBeVisible({ timeout: 100 })
  }).toPass()
})
