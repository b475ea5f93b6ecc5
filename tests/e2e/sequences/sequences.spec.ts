import { expect, openHtml, type Page, signIn, test } from '../support'
import { GROUP, makeSequence, stepsOf, TEXT, toast, top } from './support'

async function fillTemplate(page: Page, name: string, javaScriptEnabled = true) {
  const dialog = top(page, 'Create New Template')
  await dialog.getByLabel('Template Name').fill(name)
  await dialog.getByLabel('Subject').fill(TEXT.subject)
  // The code editor replaces the text area once it has loaded.
  if (javaScriptEnabled) await openHtml(page)
  const body = javaScriptEnabled ? dialog.locator('.cm-content') : dialog.getByLabel(/html body/i)
  await body.fill(TEXT.htmlBody)
  await dialog.getByRole('button', { name: 'Save Template' }).click()
}

async function fillList(page: Page, name: string) {
  const dialog = top(page, 'Create New Email List')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Industry').fill(GROUP.industry)
  await dialog.getByLabel('Job Title').fill(GROUP.jobTitle)
  await dialog.getByLabel('Location').fill(GROUP.location)
  await dialog.getByRole('button', { name: 'Create Email List' }).click()
}

test('selects a template created from the step form and keeps typed values', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=send_email`)
  const form = top(page, 'Add Step: Send Email')
  await form.getByLabel('Delay (days)').fill('4')
  await form.getByLabel('Step name').fill('Kept & well')
  await form.getByLabel('Same thread').check()
  await form.getByRole('button', { name: 'Create New Template' }).click()
  await expect(page).toHaveURL(/steps\/new\/template\?/)
  await fillTemplate(page, 'Made here', javaScriptEnabled)
  await toast(page, 'Template created and selected')
  await expect(form.getByLabel('Email template').locator('option:checked')).toHaveText('Made here')
  await expect(form.getByLabel('Delay (days)')).toHaveValue('4')
  await expect(form.getByLabel('Step name')).toHaveValue('Kept & well')
  await expect(form.getByLabel('Same thread')).toBeChecked()
  await form.getByRole('button', { name: 'Create Step' }).click()
  await toast(page, 'Step created successfully')
  expect(await stepsOf(client, id)).toMatchObject([{ name: 'Kept & well', delayDays: 4, sameThread: true }])
})

test('selects a list created from the step form @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=add_to_persona`)
  const form = top(page, 'Add Step: Add to Email List')
  await form.getByLabel('Step name').fill('Kept')
  await form.getByRole('button', { name: 'Create New Email List' }).click()
  await fillList(page, 'Made here')
  await toast(page, 'Persona created and selected')
  await expect(form.getByLabel('Email list').locator('option:checked')).toHaveText('Made here')
  await expect(form.getByLabel('Step name')).toHaveValue('Kept')
  await form.getByRole('button', { name: 'Create Step' }).click()
  await toast(page, 'Step created successfully')
  const [persona] = await client.ok('GET', '/api/personas')
  expect(await stepsOf(client, id)).toMatchObject([{ name: 'Kept', personaId: persona.id }])
})

test('selects a list created from the Add Email List dialog @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client)
  await page.goto(`${server.url}/sequences/${id}/lists/add`)
  await page.getByRole('link', { name: 'Create New Email List' }).click()
  await fillList(page, 'Made here')
  await toast(page, 'Persona created and selected')
  const form = top(page, 'Add Email List')
  await expect(form.getByLabel('Email list').locator('option:checked')).toHaveText(/^Made here/)
  await form.getByRole('button', { name: 'Add Email List' }).click()
  await toast(page, 'Email list added to sequence')
})

test('a dialog over the step form restores the focus @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=send_email`)
  const form = top(page, 'Add Step: Send Email')
  await form.getByLabel('Step name').fill('Kept')
  await form.getByRole('button', { name: 'Create New Template' }).click()
  await expect(top(page, 'Create New Template').getByLabel('Template Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(top(page, 'Create New Template')).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Create New Template' })).toBeFocused()
  await expect(form.getByLabel('Step name')).toHaveValue('Kept')
  await form.getByRole('button', { name: 'Create New Template' }).click()
  await fillTemplate(page, 'Made here')
  await expect(form.getByLabel('Email template')).toBeFocused()
  await page.reload()
  await expect(form.getByLabel('Email template').locator('option:checked')).toHaveText('Made here')
})

test('"Create a new step" selects the new step and saves both', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const { id, template, steps } = await makeSequence(client, 1)
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  await page.getByLabel('Step name').fill('Renamed')
  const menu = page.getByLabel('Replied: Next step')
  await menu.selectOption({ label: 'Create a new step…' })
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The type first, then its form, and back again.
  await page.getByRole('link', { name: /^Wait/ }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: /^Send Email/ }).click()
  const inner = top(page, 'Add Step: Send Email')
  await inner.getByLabel('Email template').selectOption(template)
  await inner.getByLabel('Delay (days)').fill('1')
  await inner.getByLabel('Step name').fill('Thanks')
  await inner.getByRole('button', { name: 'Create Step' }).click()
  await toast(page, 'Step created and selected')
  await expect(menu.locator('option:checked')).toHaveText('New step: Thanks')
  await expect(page.getByLabel('Step name')).toHaveValue('Renamed')
  // Until the form is saved, nothing has changed.
  expect(await stepsOf(client, id)).toMatchObject([{ name: 'Mail 1', repliedNext: 'default' }])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Step updated successfully')
  const [first, second] = await stepsOf(client, id)
  expect(first).toMatchObject({ name: 'Renamed', repliedNext: 'step', repliedStepId: second.id })
  expect(second).toMatchObject({ name: 'Thanks', branchOnly: true })
})

test('a cancelled new step leaves the form unchanged @sweep', async ({ page, server, javaScriptEnabled }) => {
  const { client } = await signIn(page, server)
  const { id } = await makeSequence(client, 1)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=wait`)
  const form = top(page, 'Add Step: Wait')
  await form.getByLabel('Wait', { exact: true }).fill('3')
  await form.getByLabel('Next action').selectOption({ label: 'Create a new step…' })
  if (!javaScriptEnabled) await form.getByRole('button', { name: 'Create Step' }).click()
  await top(page, /^Add Step$/)
    .getByRole('link', { name: 'Close' })
    .click()
  await expect(form.getByLabel('Wait', { exact: true })).toHaveValue('3')
  await expect(form.getByLabel('Next action')).toHaveValue('default')
  expect(await stepsOf(client, id)).toHaveLength(1)
})
