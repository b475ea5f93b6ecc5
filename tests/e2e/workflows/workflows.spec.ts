import type { Client } from '../../support/client'
import { toast, top } from '../sequences/support'
import { expect, failChanges, gate, type Page, signIn, test } from '../support'

const LIST = { name: 'Founders', industry: 'Software', jobTitle: 'Founder', location: 'Berlin' }

/** A workflow with a list; a draft unless a status is given. */
async function makeWorkflow(client: Client, fields: Record<string, unknown> = {}) {
  const { status, ...rest } = fields
  const list = await client.ok('POST', '/api/personas', LIST)
  const made = await client.ok('POST', '/api/workflows', { name: 'Find people', criteria: {}, ...rest })
  await client.ok('POST', `/api/workflows/${made.id}/steps`, { emailListIds: [list.id] })
  if (status) await client.ok('PATCH', `/api/workflows/${made.id}`, { status })
  return { id: made.id as string, list: list.id as string }
}

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

/** Adds custom text to a filter. */
async function useCustom(page: Page, label: string, words: string) {
  const group = page.getByRole('group', { name: label, exact: true })
  await group.getByRole('textbox').or(group.getByRole('combobox')).fill(words)
  await group.getByRole('button', { name: 'Use custom' }).click()
  await expect(page.getByText(words, { exact: true })).toBeVisible()
}

test('the wizard creates a workflow in two steps, with a new list', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/workflows`)
  await expect(page.getByText('No workflows yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create Workflow' }).first().click()
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    /Trigger & Criteria/,
    /Actions/,
  ])
  await page.getByRole('button', { name: 'Next: Configure Actions' }).click()
  await toast(page, 'Please enter a workflow name')
  for (const name of ['Start immediately', 'Run only once']) await expect(page.getByLabel(name)).toBeChecked()
  for (const name of ['Run every X days', 'Run every X weeks'])
    await expect(page.getByLabel(name)).not.toBeChecked()
  for (const name of ['Start Date/Time', 'Interval', 'End Date/Time'])
    await expect(page.getByLabel(name)).toBeHidden()
  await expect(page.getByLabel('Lead Limit')).toHaveValue('500')

  await page.getByLabel('Name', { exact: true }).fill('Find & add')
  await page.getByLabel('Description').fill('Every other month.')
  await page.getByLabel('On specific date/time').check()
  await page.getByLabel('Start Date/Time').fill('2030-01-31T09:30')
  await page.getByLabel('Run every X months').check()
  await page.getByLabel('Interval').fill('2')
  await page.getByLabel('Set end date').check()
  await page.getByLabel('End Date/Time').fill('2031-01-31T09:30')
  // With scripts it is clamped; without them it is refused.
  await page.getByLabel('Lead Limit').fill('900')
  if (javaScriptEnabled) await expect(page.getByLabel('Lead Limit')).toHaveValue('500')
  await useCustom(page, 'Job Title', 'Chief Baker')
  await useCustom(page, 'Location', 'Oslo')
  await useCustom(page, 'Industry & Keywords', 'bread')
  await page.getByText('Account HQ').click()
  await page.getByLabel('11-20').check()
  await page.getByRole('button', { name: 'Next: Configure Actions' }).click()
  if (!javaScriptEnabled) {
    await expect(page.getByLabel('Lead Limit')).toHaveAccessibleDescription(/whole number from 1 to 500/)
    await expect(page.getByLabel('Lead Limit')).toHaveValue('900')
    await page.getByLabel('Lead Limit').fill('500')
    await page.getByRole('button', { name: 'Next: Configure Actions' }).click()
  }

  await expect(page.getByText('No email lists available. Create one to continue.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Workflow' }).last().click()
  await toast(page, 'Please select at least one email list')
  await page.getByRole('button', { name: 'Create Email List' }).click()
  const dialog = top(page, 'Create Email List')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'Name, industry, job title, and location are required')
  await dialog.getByLabel('Email List Name').fill('Bakers')
  await dialog.getByLabel('Industry').fill('Food')
  await dialog.getByLabel('Job Title').fill('Baker')
  await dialog.getByLabel('Location').fill('Oslo')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'Email list created successfully')
  await expect(page.getByLabel(/Bakers/)).toBeChecked()
  await expect(page.getByText('Selected', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Find & add')
  await expect(page.getByLabel('Start Date/Time')).toHaveValue('2030-01-31T09:30')
  await expect(page.getByText('Chief Baker', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next: Configure Actions' }).click()
  await expect(page.getByLabel(/Bakers/)).toBeChecked()
  await page.getByRole('button', { name: 'Create Workflow' }).last().click()
  await toast(page, 'Workflow created successfully')
  await expect(page).toHaveURL(`${server.url}/workflows`)

  const shown = card(page, 'Find & add')
  for (const words of ['Draft', 'Every other month.', 'Scheduled', 'Every 2 months', '500 leads', 'Never'])
    await expect(shown.getByText(words, { exact: true })).toBeVisible()
  const [made] = await client.ok('GET', '/api/workflows')
  expect(made).toMatchObject({
    name: 'Find & add',
    status: 'draft',
    startStrategy: 'scheduled',
    startAt: '2030-01-31T09:30:00.000Z',
    frequencyType: 'months',
    frequencyInterval: 2,
    isEndless: false,
    endAt: '2031-01-31T09:30:00.000Z',
    leadLimit: 500,
    criteria: {
      jobTitles: ['Chief Baker'],
      locations: ['Oslo'],
      locationType: 'account',
      industryNames: ['bread'],
      employeeCounts: ['11-20'],
    },
  })
  const steps = await client.ok('GET', `/api/workflows/${made.id}/steps`)
  expect(steps).toMatchObject([{ order: 1, stepType: 'add_to_email_list', name: 'Add to Email List' }])
})

test('edits a workflow on one page with its runs', async ({
  page,
  emptyServer: server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-plenty' })
  const { id, list } = await makeWorkflow(client, {
    criteria: { jobTitles: ['Head of Sales', 'Head of Operations'], employeeCounts: ['51-100'] },
    frequencyType: 'days',
    leadLimit: 5,
    status: 'active',
  })
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 5 })
  await page.goto(`${server.url}/workflows/${id}`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Find people')
  await expect(page.getByLabel('Run every X days')).toBeChecked()
  await expect(page.getByLabel('51-100')).toBeChecked()
  await expect(page.getByLabel(/Founders/)).toBeChecked()
  const history = page.getByRole('table', { name: 'Runs of this workflow' })
  await expect(history.getByRole('row')).toHaveCount(2)
  await expect(history.getByText('Completed')).toBeVisible()
  expect(await client.ok('GET', `/api/personas/${list}/contacts`)).toHaveLength(5)

  await page.getByRole('button', { name: 'Remove Head of Sales' }).click()
  await expect(page.getByText('Head of Sales', { exact: true })).toHaveCount(0)
  await useCustom(page, 'Location', 'Oslo')
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update Workflow' }).last().click()
  await toast(page, 'Please enter a workflow name')
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await page.getByLabel(/Founders/).uncheck()
  await page.getByRole('button', { name: 'Update Workflow' }).last().click()
  await toast(page, 'Please select at least one email list')
  await page.getByLabel(/Founders/).check()
  await page.getByLabel('On specific date/time').check()
  await page.getByLabel('Interval').fill('')
  await page.getByRole('button', { name: 'Update Workflow' }).last().click()
  await expect(page.getByLabel('Start Date/Time')).toHaveAccessibleDescription(/choose a start date/)
  await page.getByLabel('Start immediately').check()
  if (javaScriptEnabled) await expect(page.getByLabel('Interval')).toHaveValue('1')
  else {
    await expect(page.getByLabel('Interval')).toHaveAccessibleDescription(/whole number from 1 to 1000/)
    await page.getByLabel('Interval').fill('1')
  }
  await page.getByRole('button', { name: 'Update Workflow' }).last().click()
  await toast(page, 'Workflow updated successfully')
  await expect(page).toHaveURL(`${server.url}/workflows`)
  expect(await client.ok('GET', `/api/workflows/${id}`)).toMatchObject({
    name: 'Renamed',
    status: 'active',
    frequencyInterval: 1,
    leadLimit: 5,
    criteria: { jobTitles: ['Head of Operations'], locations: ['Oslo'], employeeCounts: ['51-100'] },
  })
})

test('activates, pauses and deletes workflows from their cards @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, list } = await makeWorkflow(client, {
    ...{ startStrategy: 'scheduled', startAt: '2030-01-01T09:00:00Z' },
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'Spring' })
  await server.database.sql`
    with started as (update sequences set status = 'running' where id = ${sequence.id} returning id)
    insert into sequence_personas (sequence_id, persona_id) select id, ${list} from started`
  await page.goto(`${server.url}/workflows`)
  const shown = card(page, 'Find people')
  await expect(page.getByText('Apollo API Key Required')).toBeVisible()
  await shown.getByRole('link', { name: 'Activate' }).click()
  const question = top(page, 'Activate Workflow')
  for (const words of [
    'About 500 Apollo credits per run',
    'One for each person found, so more if some have no email or are contacts already.',
    'Up to 500 new contacts per run to Founders',
    'Spring',
  ])
    await expect(question.getByText(words)).toBeVisible()
  await question.getByRole('link', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(await client.ok('GET', `/api/workflows/${id}`)).toMatchObject({ status: 'draft' })
  await shown.getByRole('link', { name: 'Activate' }).click()
  await question.getByRole('button', { name: 'Activate' }).click()
  await toast(page, 'Workflow activated successfully')
  await expect(shown.getByText('Active', { exact: true })).toBeVisible()
  await expect(shown.getByText('Jan 1, 2030 09:00')).toBeVisible()
  await shown.getByRole('button', { name: 'Pause' }).click()
  await toast(page, 'Workflow paused successfully')
  await expect(shown.getByText('Paused', { exact: true })).toBeVisible()

  await server.database
    .sql`update workflows set status = 'completed', start_strategy = 'immediately' where id = ${id}`
  await page.goto(`${server.url}/workflows`)
  for (const words of ['Completed', 'Immediately', 'Run once', '500 leads'])
    await expect(shown.getByText(words, { exact: true })).toBeVisible()
  await expect(shown.getByRole('button')).toHaveCount(0)
  await shown.getByRole('link', { name: 'Delete' }).click()
  const dialog = top(page, 'Delete Workflow')
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await shown.getByRole('link', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Workflow deleted successfully')
  await expect(page.getByText('No workflows yet')).toBeVisible()
})

test('an unknown workflow shows a message and a way back @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/workflows/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Workflow not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Workflows' }).click()
  await expect(page).toHaveURL(`${server.url}/workflows`)
})

test('failed requests show the specification’s messages @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, list } = await makeWorkflow(client)
  await failChanges(page)
  const says = (text: string) => expect(page.getByText(text).first()).toBeVisible()
  await page.goto(`${server.url}/workflows`)
  await card(page, 'Find people').getByRole('link', { name: 'Activate' }).click()
  await top(page, 'Activate Workflow').getByRole('button', { name: 'Activate' }).click()
  await says('Failed to update workflow status')
  await expect(card(page, 'Find people').getByText('Draft', { exact: true })).toBeVisible()
  await top(page, 'Activate Workflow').getByRole('link', { name: 'Cancel' }).click()
  await card(page, 'Find people').getByRole('link', { name: 'Delete' }).click()
  await top(page, 'Delete Workflow').getByRole('button', { name: 'Delete' }).click()
  await says('Failed to delete workflow')
  await page.goto(
    `${server.url}/workflows/create?startStrategy=immediately&name=X&leadLimit=5&step=lists&emailListIds=${list}`,
  )
  await page.getByRole('button', { name: 'Create Workflow' }).last().click()
  await says('Failed to create workflow')
  await page.goto(`${server.url}/workflows/${id}`)
  await page.getByRole('button', { name: 'Update Workflow' }).last().click()
  await says('Failed to update workflow')
})

test('keeps filter text typed before hydration @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  const held = gate()
  await page.route('**/assets/*.js', async (route) => {
    await held.opened
    await route.continue()
  })
  await page.goto(`${server.url}/workflows/create`, { waitUntil: 'commit' })
  const box = page.getByRole('combobox', { name: 'Job Title' })
  await box.fill('Head of')
  held.open()
  // The name disappears after hydration.
  await expect(box).not.toHaveAttribute('name')
  await expect(box).toHaveValue('Head of')
})

test('buttons show their progress @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, list } = await makeWorkflow(client)
  let held = gate()
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'POST') await held.opened
    await route.continue()
  })
  const create = `/workflows/create?startStrategy=immediately&name=X&leadLimit=5&step=lists&emailListIds=${list}`
  await page.goto(server.url + create)
  await page.getByRole('button', { name: 'Create Workflow' }).last().click()
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  held.open()
  await toast(page, 'Workflow created successfully')
  held = gate()
  await page.goto(`${server.url}/workflows/${id}`)
  await page.getByRole('button', { name: 'Update Workflow' }).last().click()
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  held.open()
  await toast(page, 'Workflow updated successfully')
})

test('names an invalid field in a toast, and asks for longer search terms @js-only @sweep', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/workflows/create`)
  await page.getByRole('combobox', { name: 'Job Title' }).fill('C')
  await expect(page.getByText('Type at least 2 characters to search.')).toBeVisible()
  for (const words of ['CEO', 'ceo']) {
    await page.getByRole('combobox', { name: 'Job Title' }).fill(words)
    await page.getByRole('group', { name: 'Job Title' }).getByRole('button', { name: 'Use custom' }).click()
  }
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await page.getByRole('button', { name: 'Next: Configure Actions' }).click()
  await expect(page.getByText('Validation Error')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Remove CEO' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Kept')
  await page.getByRole('button', { name: 'Next: Configure Actions' }).click()
  const create = page.getByRole('button', { name: 'Create Email List' })
  await create.click()
  await expect(top(page, 'Create Email List').getByLabel('Email List Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(create).toBeFocused()
})
