import type { Client } from '../../support/client'
import type { TestServer } from '../../support/launch'
import { expect, openHtml, type Page, signIn, test } from '../support'
import { makeSequence, stepsOf, TEXT, toast, top } from './support'

const row = (page: Page, letter: string) => page.getByRole('group', { name: `Variant ${letter}` })
const add = (page: Page) => page.getByRole('button', { name: 'Add variant' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
async function saveStep(page: Page) {
  await save(page).click()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await toast(page, 'Step updated successfully')
}
const makeTemplate = async (client: Client, name: string) =>
  (await client.ok('POST', '/api/templates', { name, ...TEXT })).id as string

/** A step with one template, whose edit form is open, and two more templates. */
async function open(page: Page, server: TestServer) {
  const { client } = await signIn(page, server)
  const { id, steps, template } = await makeSequence(client, 1)
  const [second, third] = [await makeTemplate(client, 'Question'), await makeTemplate(client, 'Short')]
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  const variants = async () => (await stepsOf(client, id))[0].variants
  return { client, id, step: steps[0]!, template, second, third, variants }
}

test('gives a step variants, and shows them on its card', async ({ page, server }) => {
  const { template, second, third, variants } = await open(page, server)
  await page.getByLabel('Step name').fill('Kept & well')
  await expect(row(page, 'A')).toHaveCount(0)
  await expect(page.getByLabel('Weight')).toHaveCount(0)
  await add(page).click()
  await expect(row(page, 'A').getByLabel('Email template')).toHaveValue(template)
  await row(page, 'B').getByLabel('Email template').selectOption('Question')
  await row(page, 'B').getByLabel('Weight').fill('3')
  await add(page).click()
  await expect(row(page, 'B').getByLabel('Weight')).toHaveValue('3')
  await row(page, 'C').getByLabel('Email template').selectOption('Short')
  await row(page, 'C').getByLabel('Active').uncheck()
  await saveStep(page)
  const expected = [
    { templateId: template, weight: 1, active: true },
    { templateId: second, weight: 3, active: true },
    { templateId: third, weight: 1, active: false },
  ]
  expect(await variants()).toEqual(expected)
  const card = page.getByRole('list', { name: 'Variants' }).getByRole('listitem')
  await expect(card).toHaveText(['AIntroduction25%', 'BQuestion75%', 'CShortInactive'])

  // Saved as it is shown, nothing changes.
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Step name')).toHaveValue('Kept & well')
  await expect(row(page, 'B').getByLabel('Weight')).toHaveAccessibleDescription('75% of emails')
  await saveStep(page)
  expect(await variants()).toEqual(expected)

  // The first one goes; the others move up.
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Remove variant A' }).click()
  await expect(row(page, 'C')).toHaveCount(0)
  await expect(row(page, 'A').getByLabel('Weight')).toHaveValue('3')
  await expect(row(page, 'B').getByLabel('Active')).not.toBeChecked()
  await saveStep(page)
  expect(await variants()).toEqual(expected.slice(1))
})

test('a single variant looks as a template does, and there are at most five @sweep', async ({
  page,
  server,
}) => {
  const { variants, second } = await open(page, server)
  for (const letter of ['B', 'C', 'D', 'E']) {
    await add(page).click()
    await expect(row(page, letter)).toBeVisible()
  }
  await expect(add(page)).toHaveCount(0)
  await row(page, 'C').getByLabel('Email template').selectOption('Question')
  for (const letter of ['E', 'D', 'B', 'A'])
    await page.getByRole('button', { name: `Remove variant ${letter}` }).click()
  await expect(row(page, 'A')).toHaveCount(0)
  await expect(page.getByLabel('Email template')).toHaveValue(second)
  await saveStep(page)
  expect(await variants()).toEqual([{ templateId: second, weight: 1, active: true }])
})

test('shows refusals beside their field, and keeps what was typed @sweep', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { template, variants } = await open(page, server)
  await add(page).click()
  await add(page).click()
  await row(page, 'B').getByLabel('Email template').selectOption('Introduction')
  await row(page, 'C').getByLabel('Weight').fill('500')
  await save(page).click()
  const described = (letter: string, label: string) => row(page, letter).getByLabel(label)
  await expect(described('C', 'Weight')).toHaveAccessibleDescription(
    /Weight must be a whole number from 1 to 100/,
  )
  await expect(described('C', 'Weight')).toHaveValue('500')
  await described('C', 'Weight').fill('5')
  await save(page).click()
  await expect(described('C', 'Email template')).toHaveAccessibleDescription(
    /Please select an email template/,
  )
  await expect(described('C', 'Weight')).toHaveValue('5')
  await described('C', 'Email template').selectOption('Short')
  await save(page).click()
  await expect(described('B', 'Email template')).toHaveAccessibleDescription(
    /Each variant needs a template of its own/,
  )
  await page.getByRole('button', { name: 'Remove variant A' }).click()
  // The message stays at its row; without scripts the page is loaded again.
  const message = /Each variant needs a template of its own/
  if (javaScriptEnabled) await expect(described('A', 'Email template')).toHaveAccessibleDescription(message)
  else await expect(described('A', 'Email template')).not.toHaveAccessibleDescription(message)
  for (const letter of ['A', 'B']) await described(letter, 'Active').uncheck()
  await save(page).click()
  await expect(described('A', 'Active')).toHaveAccessibleDescription('At least one variant must be active')
  await described('A', 'Active').check()
  await saveStep(page)
  expect(await variants()).toMatchObject([
    { templateId: template, active: true },
    { weight: 5, active: false },
  ])
})

test('creates a template for a variant @sweep', async ({ page, server, javaScriptEnabled }) => {
  const { template } = await open(page, server)
  await add(page).click()
  await row(page, 'B').getByLabel('Weight').fill('4')
  await row(page, 'B').getByRole('button', { name: 'Create New Template' }).click()
  const dialog = top(page, 'Create New Template')
  await dialog.getByLabel('Template Name').fill('Made here')
  await dialog.getByLabel('Subject').fill(TEXT.subject)
  if (javaScriptEnabled) await openHtml(page)
  const body = javaScriptEnabled ? dialog.locator('.cm-content') : dialog.getByLabel(/html body/i)
  await body.fill(TEXT.htmlBody)
  await dialog.getByRole('button', { name: 'Save Template' }).click()
  await toast(page, 'Template created and selected')
  await expect(row(page, 'B').getByLabel('Email template').locator('option:checked')).toHaveText('Made here')
  await expect(row(page, 'B').getByLabel('Weight')).toHaveValue('4')
  await expect(row(page, 'A').getByLabel('Email template')).toHaveValue(template)
})

test('compares variants in the report, and uses one for everyone', async ({ page, server }) => {
  const { client, id, step, template, second, variants } = await open(page, server)
  const both = [
    { templateId: template, weight: 2, active: true },
    { templateId: second, weight: 1, active: true },
  ]
  await client.ok('PATCH', `/api/steps/${step}`, { variants: both })
  await server.database.sql`
    insert into email_logs (user_id, sequence_id, step_id, template_id, recipient_email, sender_email, subject, sent_at, replied_at)
    select user_id, ${id}, ${step}, t, 'a@people.example', 's@coldframe.example', 'Hello', now(), case when n <= replies then now() end
    from sequences, (values (${template}::uuid, 10), (${second}::uuid, 40)) as v (t, replies), generate_series(1, 200) as n
    where id = ${id}`
  await page.goto(`${server.url}/sequences/${id}/report`)
  await expect(page.getByText('B is ahead on replies, and that is unlikely to be chance')).toBeVisible()
  const table = page.getByRole('table', { name: 'Variants of Mail 1' })
  const line = table.getByRole('row').filter({ hasText: 'Question' })
  await expect(line).toContainText('40 · 20.0%')
  await expect(line).toContainText('15.0–26.1%')
  await line.getByRole('button', { name: 'Use B for everyone' }).click()
  await toast(page, 'Variant B is used for everyone')
  expect(await variants()).toEqual([{ ...both[0], active: false }, both[1]])
  await expect(line.getByRole('button')).toHaveCount(0)
  await expect(table.getByRole('row').filter({ hasText: 'Introduction' })).toContainText('Inactive')
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Variants A, B are used')
  expect(await variants()).toEqual(both)
})
