import { passAxe } from '../axe'
import { expect, type Page, signIn, test } from '../support'
import { GROUP, makeSequence, stepsOf, TEXT, toast, top } from './support'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save Template' }).last()
const template = (page: Page) => page.getByLabel('Email template')

const checkAxe = (page: Page) => passAxe(page, 'dialog:modal')

/** Writes into the text with scripts, into the HTML without. */
async function write(page: Page, scripts: boolean, text: string) {
  if (!scripts) return page.getByLabel('HTML Body').fill(text)
  await page.getByRole('textbox', { name: 'Email text' }).click()
  await page.keyboard.type(text)
}

test('writes an email in a step, which belongs to the step alone', async ({
  page,
  server,
  javaScriptEnabled: scripts = true,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 2)
  await page.goto(`${server.url}/sequences/${id}/steps/new?type=send_email`)
  await page.getByLabel('Delay (days)').fill('4')
  await page.getByLabel('Step name').fill('Follow up')
  await button(page, 'Write email').click()
  const dialog = top(page, 'Write Email')
  await expect(dialog.getByLabel('Template Name')).toHaveValue('First contact: Follow up')
  await dialog.getByLabel('Subject').fill('Again')
  await write(page, scripts, 'Dear {{first_name}}, any news?')
  if (scripts) await checkAxe(page)
  await save(page).click()
  await toast(page, 'Template created and selected')
  await expect(page.getByLabel('Delay (days)')).toHaveValue('4')
  await expect(template(page).locator('option:checked')).toHaveText('First contact: Follow up')
  await button(page, 'Create Step').last().click()
  await toast(page, 'Step created successfully')
  const made = (await stepsOf(client, id)).at(-1)
  const stored = await client.ok('GET', `/api/templates/${made.templateId}`)
  expect(stored).toMatchObject({
    htmlBody: '<p>Dear {{first_name}}, any news?</p>',
    subject: 'Again',
    shared: false,
  })
  expect(await client.ok('GET', '/api/templates')).toHaveLength(1)

  // Only its own step offers it.
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  await expect(template(page).locator('option', { hasText: 'Follow up' })).toHaveCount(0)
  await page.goto(`${server.url}/sequences/${id}/steps/${made.id}/edit`)
  await button(page, 'Edit email').click()
  const edit = top(page, 'Edit Email')
  if (scripts) await expect(edit.getByRole('textbox', { name: 'Email text' })).toContainText('any news?')
  await edit.getByLabel('Subject').fill('Once more')
  await edit.getByLabel('Save as shared template').check()
  await save(page).click()
  await toast(page, 'Template updated successfully')
  await expect(template(page)).toHaveValue(made.templateId)
  expect(await client.ok('GET', `/api/templates/${made.templateId}`)).toMatchObject({
    subject: 'Once more',
    shared: true,
  })
  expect(await client.ok('GET', '/api/templates')).toHaveLength(2)
})

test('says where a shared template is used, and saves a copy for the step @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps, template: shared } = await makeSequence(client, 2)
  await page.goto(`${server.url}/sequences/${id}/steps/${steps[0]}/edit`)
  await button(page, 'Edit email').click()
  const dialog = top(page, 'Edit Email')
  await expect(
    dialog.getByText('This is a shared template. Saving changes these steps, too: First contact, Mail 2.'),
  ).toBeVisible()
  await dialog.getByLabel('Subject').fill('Only here')
  await dialog.getByRole('button', { name: 'Save a copy for this step' }).click()
  await toast(page, 'Template created and selected')
  await expect(template(page)).not.toHaveValue(shared)
  await button(page, 'Save').last().click()
  await toast(page, 'Step updated successfully')
  const [first, second] = await stepsOf(client, id)
  expect(second.templateId).toBe(shared)
  expect(await client.ok('GET', `/api/templates/${first.templateId}`)).toMatchObject({
    subject: 'Only here',
    shared: false,
  })
  expect(await client.ok('GET', `/api/templates/${shared}`)).toMatchObject({ subject: TEXT.subject })
})

test('a refused email keeps what was written, and a foreign one is not found @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  const other = server.client()
  await other.signUp()
  const foreign = await other.ok('POST', '/api/templates', { name: 'Foreign', ...TEXT })
  const at = `${server.url}/sequences/${id}/steps/${steps[0]}/edit/email`
  await page.goto(`${at}?stepType=send_email&templateId=${foreign.id}&into=templateId`)
  await expect(page.getByText('not found').first()).toBeVisible()
  await page.goto(`${at}?stepType=send_email&into=templateId`)
  const dialog = top(page, 'Write Email')
  await dialog.getByLabel('Subject').fill('Hello {{first name}}')
  await save(page).click()
  await expect(page.getByText('HTML body is required').locator('visible=true').first()).toBeVisible()
  await expect(dialog.getByLabel('Subject')).toHaveValue('Hello {{first name}}')
})

test('shows the email as a chosen contact while it is written @js-only', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  const list = await client.ok('POST', '/api/personas', { name: 'Leads', ...GROUP })
  for (const [email, more] of Object.entries({
    'ann@people.example': { firstName: 'Ann', organizationName: 'Acme' },
    'bob@people.example': { firstName: 'Bob' },
  }))
    await client.ok('POST', '/api/contacts', { email, personaId: list.id, ...more })
  await client.ok('POST', '/api/contacts', { email: 'cy@people.example', firstName: 'Cy' })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  await page.goto(
    `${server.url}/sequences/${id}/steps/${steps[0]}/edit/email?stepType=send_email&into=templateId`,
  )
  const pane = page.getByRole('region', { name: 'Live preview' })
  await expect(pane.getByText('0 words')).toBeVisible()
  await page.getByLabel('Subject').fill('Hi {{first_name}}')
  await write(page, true, 'Greetings to {{company_name}} at once, click here')
  await expect(pane.getByText('Hi Bob')).toBeVisible()
  await expect(pane.frameLocator('iframe').getByText('Greetings to [company_name]')).toBeVisible()
  await expect(pane.getByText('Bob has no company: this email would be held.')).toBeVisible()
  await expect(pane.getByText('1 of 2 contacts has no company.')).toBeVisible()
  await expect(pane.getByText('7 words · 2 seconds to read')).toBeVisible()
  await expect(pane.getByText('Words that are common in spam: “click here”.')).toBeVisible()
  await pane.getByRole('button', { name: 'Choose a contact' }).click()
  await pane.getByLabel('Search contacts').fill('ann@')
  const found = pane.getByRole('list', { name: 'Contacts found' }).getByRole('button')
  await expect(found).toHaveText(['Annann@people.example'])
  await checkAxe(page)
  await page.keyboard.press('Enter')
  await expect(pane.frameLocator('iframe').getByText('Greetings to Acme')).toBeVisible()
  await pane.getByRole('button', { name: 'Narrow' }).click()
  expect((await pane.locator('iframe').boundingBox())!.width).toBeLessThanOrEqual(360)
  // The chip knows what is missing.
  await page.getByRole('textbox', { name: 'Email text' }).getByText('Company').click()
  await expect(page.getByLabel('Company: default for contacts without one')).toHaveAccessibleDescription(
    '1 of 2 contacts has no company.',
  )
})

test('what is being written survives a reload, and is sent only once it is saved @sweep', async ({
  page,
  server,
  javaScriptEnabled: scripts = true,
}) => {
  const { client } = await signIn(page, server)
  const { id, steps, template: shared } = await makeSequence(client, 1)
  const at = `${server.url}/sequences/${id}/steps/${steps[0]}/edit/email?stepType=send_email&templateId=${shared}&into=templateId`
  await page.goto(at)
  const restored = page.getByText('Restored your unsaved changes.')
  await expect(page.getByLabel('Subject')).toHaveValue(TEXT.subject)
  await expect(restored).toHaveCount(0)
  if (scripts) {
    await page.getByLabel('Subject').fill('Begun')
    await write(page, true, 'More. ')
    await expect(page.getByText('Draft saved')).toBeVisible()
    // The last words are saved by leaving.
    await page.getByLabel('Subject').fill('Begun and left')
    await page.reload()
  } else {
    const draft = { subject: 'Begun and left', htmlBody: '<p>More. Hello</p>', name: 'N' }
    const place = `${steps[0]}:templateId:${shared}`
    await client.request('POST', `/sequences/${id}/email-draft`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ place, ...draft }).toString(),
    })
    await page.reload()
  }
  await expect(restored).toBeVisible()
  if (scripts) {
    // Also by closing the dialog, without a question.
    await page.getByLabel('Subject').fill('Begun and closed')
    await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await button(page, 'Edit email').click()
    await expect(page.getByLabel('Subject')).toHaveValue('Begun and closed')
    await page.getByLabel('Subject').fill('Begun and left')
  }
  await expect(page.getByLabel('Subject')).toHaveValue('Begun and left')
  if (scripts) await expect(page.getByRole('textbox', { name: 'Email text' })).toContainText('More.')
  const stored = () => client.ok('GET', `/api/templates/${shared}`)
  expect(await stored()).toMatchObject(TEXT)
  await button(page, 'Discard').click()
  await expect(page.getByLabel('Subject')).toHaveValue(TEXT.subject)
  await expect(restored).toHaveCount(0)

  // Discarding loads the page again: its scripts run when the preview is there.
  if (scripts) await expect(page.getByRole('region', { name: 'Live preview' })).toBeVisible()
  await page.getByLabel('Subject').fill('Saved')
  if (scripts) await expect(page.getByText('Draft saved')).toBeVisible()
  await save(page).click()
  await toast(page, 'Template updated successfully')
  expect(await stored()).toMatchObject({ subject: 'Saved' })
  await page.goto(at)
  await expect(page.getByLabel('Subject')).toHaveValue('Saved')
  await expect(restored).toHaveCount(0)
})

test('sends the user a test of what is written, without saving it', async ({
  page,
  server,
  javaScriptEnabled: scripts = true,
}) => {
  const { client, user } = await signIn(page, server)
  await client.connectMailbox(`${crypto.randomUUID()}@coldframe.example`)
  const { id, steps } = await makeSequence(client, 1)
  await page.goto(
    `${server.url}/sequences/${id}/steps/${steps[0]}/edit/email?stepType=send_email&into=templateId`,
  )
  const dialog = top(page, 'Write Email')
  await button(page, 'Send me a test').click()
  await expect(page.getByText('Subject is required for a test')).toBeVisible()
  await dialog.getByLabel('Subject').fill('A try for {{first_name}}')
  await write(page, scripts, 'Dear {{first_name}}, any news?')
  await button(page, 'Send me a test').click()
  await expect(page.getByText(`A test was sent to ${user.email}, with sample data.`)).toBeVisible()
  await expect(dialog.getByLabel('Subject')).toHaveValue('A try for {{first_name}}')
  const [received, ...more] = await client.ok('GET', `/sandbox/messages?to=${user.email}`)
  expect(received).toMatchObject({ subject: 'A try for Jane' })
  expect(received.text).toContain('Dear Jane, any news?')
  expect(more).toEqual([])
  expect(await client.ok('GET', '/api/templates')).toHaveLength(1)
})

test('takes suggestions of the AI service, and undoes them @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id, steps } = await makeSequence(client, 1)
  await page.goto(
    `${server.url}/sequences/${id}/steps/${steps[0]}/edit/email?stepType=send_email&into=templateId`,
  )
  const text = page.getByRole('textbox', { name: 'Email text' })
  const ai = top(page, 'Edit with AI')
  await button(page, 'Edit with AI').click()
  await ai.getByRole('button', { name: 'Suggest' }).click()
  await expect(ai.getByText('Write the email first')).toBeVisible()
  await ai.getByRole('button', { name: 'Cancel' }).click()
  await write(page, true, 'Shall we talk?')

  await button(page, 'Edit with AI').click()
  await ai.getByLabel('What to do').selectOption('Translate')
  await ai.getByLabel('Into').selectOption('German')
  await ai.getByRole('button', { name: 'Suggest' }).click()
  await expect(ai.frameLocator('iframe').getByText('Shall we talk? (German)')).toBeVisible()
  await checkAxe(page)
  await expect(text).toHaveText('Shall we talk?')
  await ai.getByRole('button', { name: 'Use this text' }).click()
  await expect(text).toHaveText('Shall we talk? (German)')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(text).toHaveText('Shall we talk?')

  await button(page, 'Edit with AI').click()
  await ai.getByLabel('What to do').selectOption('Suggest subjects')
  await ai.getByRole('button', { name: 'Suggest' }).click()
  await ai.getByRole('button', { name: 'Use “Ten minutes this week?”' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Ten minutes this week?')
})
