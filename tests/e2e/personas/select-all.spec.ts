import { makeList } from '../sequences/support'
import { expect, signIn, test } from '../support'

test('selects all contacts of a list, beyond the page', async ({
  page,
  server,
  javaScriptEnabled: scripts,
}) => {
  const { client } = await signIn(page, server)
  const [source, target] = [await makeList(client, 'Source'), await makeList(client, 'Target')]
  await server.database.sql`
    with made as (
      insert into contacts (user_id, email)
      select user_id, 'p' || n || '@people.example' from personas, generate_series(1, 1234) n where personas.id = ${source}
      returning id)
    insert into persona_contacts (persona_id, contact_id) select ${source}::uuid, id from made`
  await page.goto(`${server.url}/personas/${source}`)
  if (scripts) {
    await page.getByLabel('Select all', { exact: true }).check()
    await page.getByRole('button', { name: 'Select all 1,234' }).click()
    await page.getByRole('button', { name: 'Move to Email List (1,234)' }).click()
  } else await page.getByRole('button', { name: 'Move all 1,234' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1,234 selected from "Source"')).toBeVisible()
  await dialog.getByLabel('Destination email list').selectOption(target)
  await dialog.getByRole('button', { name: 'Move Contacts' }).click()
  await expect(page.getByText('Moved 1234 contact(s). Skipped 0 duplicate(s).').first()).toBeVisible()
  const [row] = await server.database
    .sql`select count(*)::int as n from persona_contacts where persona_id = ${target}`
  expect(row!.n).toBe(1234)
})
