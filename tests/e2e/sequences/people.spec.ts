import type { Client } from '../../support/client'
import { expect, type Page, signIn, test } from '../support'
import { makeSequence, toast } from './support'

/** A running sequence of two emails with three contacts, two of them with a name. */
async function run(client: Client) {
  await client.connectMailbox('sender@coldframe.example')
  const { id, template, steps } = await makeSequence(client, 2)
  const list = await client.ok('POST', '/api/personas', {
    name: 'CTOs',
    industry: 'Software',
    jobTitle: 'CTO',
    location: 'Berlin',
  })
  for (const [email, firstName] of [
    ['ann', 'Ann'],
    ['bob', 'Bob'],
    ['cora', undefined],
  ] as const) {
    const contact = { email: `${email}@people.example`, firstName, personaId: list.id }
    await client.ok('POST', '/api/contacts', contact)
  }
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  return { id, template, steps }
}

const main = (page: Page) => page.getByRole('main')
const row = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })

/** Opens a contact's menu and chooses an item. */
async function choose(page: Page, name: string, act: string) {
  const menu = page
    .locator('details')
    .filter({ has: page.getByLabel(`Actions for ${name}`, { exact: true }) })
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: act, exact: true }).click()
}

test('lists issues before activation, each with its fix @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  await page.goto(`${server.url}/sequences/${id}`)
  await expect(main(page).getByRole('heading', { name: 'Before you activate' })).toBeVisible()
  await expect(main(page).getByText('There are no steps: nothing will be sent.')).toBeVisible()
  await expect(main(page).getByText('No mailbox is connected')).toBeVisible()
  await page.getByRole('link', { name: 'Connect a mailbox' }).click()
  await expect(page).toHaveURL(/\/connection\/gmail/)
})

test('shows contacts of a sequence, and pauses, resumes, skips and stops them', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await run(client)
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await page.goto(`${server.url}/sequences/${id}/people`)
  await expect(row(page, 'ann@people.example')).toContainText('Mail 1')

  await choose(page, 'Ann', 'Pause')
  await toast(page, 'Paused for this contact')
  await expect(row(page, 'ann@people.example')).toContainText(/paused/i)
  await page.getByRole('link', { name: 'Held 1', exact: true }).click()
  await expect(row(page, 'ann@people.example')).toBeVisible()
  await expect(row(page, 'bob@people.example')).toHaveCount(0)
  await choose(page, 'Ann', 'Resume')
  await toast(page, 'Resumed for this contact')

  await choose(page, 'Bob', 'Skip this step')
  await toast(page, 'Step skipped for this contact')
  await expect(row(page, 'bob@people.example')).toContainText('Mail 2')

  await choose(page, 'cora@people.example', 'Stop')
  await toast(page, 'Stopped for this contact')
  await page.getByLabel('Search contacts').fill('cora')
  await page.keyboard.press('Enter')
  await expect(row(page, 'cora@people.example')).toContainText('Stopped')
  await expect(main(page).getByRole('row')).toHaveCount(2)

  await page.getByRole('link', { name: 'cora@people.example' }).click()
  await expect(page.getByRole('heading', { name: 'cora@people.example', level: 1 })).toBeVisible()
  for (const name of ['Current status', 'Timeline', 'Path'])
    await expect(main(page).getByRole('heading', { name })).toBeVisible()
  await expect(
    main(page)
      .getByText(/stopped/i)
      .first(),
  ).toBeVisible()
})

test('acts on the ticked contacts, and returns to the same list @sweep', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await run(client)
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await page.goto(`${server.url}/sequences/${id}/people?filter=active`)
  const filter = (name: string) => main(page).getByRole('link', { name, exact: true })
  await expect(filter('In progress 3')).toHaveAttribute('aria-current', 'page')

  const pause = main(page).getByRole('button', { name: 'Pause', exact: true })
  if (javaScriptEnabled) await expect(pause).toHaveCount(0)
  else {
    await pause.click()
    await toast(page, 'Select contacts first')
  }

  for (const name of ['Ann', 'Bob'])
    await main(page)
      .getByRole('checkbox', { name: `Select ${name}` })
      .check()
  if (javaScriptEnabled) await expect(main(page).getByText('2 selected')).toBeVisible()
  await pause.click()
  await toast(page, 'Paused for 2 contacts')
  await expect(filter('In progress 1')).toHaveAttribute('aria-current', 'page')
  await expect(row(page, 'ann@people.example')).toHaveCount(0)
  await expect(filter('Held 2')).toBeVisible()

  await filter('All 3').click()
  await expect(filter('All 3')).toHaveAttribute('aria-current', 'page')
  await expect(main(page).getByRole('checkbox', { name: /^Select (Ann|Bob|cora)/ })).toHaveCount(3)
  for (const box of await main(page)
    .getByRole('checkbox', { name: /^Select \w+/ })
    .all())
    await box.check()
  await main(page).getByRole('button', { name: 'Resume', exact: true }).first().click()
  await toast(page, 'Resumed for 2 contacts')
  await toast(page, 'Not for 1 contact: This contact is not paused')
  await expect(filter('In progress 3')).toBeVisible()
})

test('a contact over the limit can only be stopped @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await run(client)
  await client.ok('PATCH', `/api/sequences/${id}`, { contactLimit: 2 })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await page.goto(`${server.url}/sequences/${id}/people`)
  await expect(row(page, 'cora@people.example')).toContainText('Not started')
  await page.getByRole('link', { name: 'cora@people.example' }).click()
  await expect(main(page).getByText('Not started')).toBeVisible()
  await expect(main(page).getByText('Nothing yet.')).toBeVisible()
  await main(page).locator('details summary').first().click()
  await expect(main(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  for (const name of ['Pause', 'Skip this step'])
    await expect(main(page).getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('the picture counts contacts per step, and the forecast dates their emails', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await run(client)
  await page.goto(`${server.url}/sequences/${id}/forecast`)
  await expect(main(page).getByText('Emails in 60 days')).toBeVisible()
  await expect(main(page).getByRole('definition').first()).toHaveText('6')
  await main(page).locator('summary', { hasText: 'Day by day' }).click()
  await expect(main(page).getByRole('table', { name: 'Emails per day' }).getByRole('row')).not.toHaveCount(1)
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await page.goto(`${server.url}/sequences/${id}`)
  await expect(main(page).getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(main(page).getByText('3 here')).toBeVisible()
})
