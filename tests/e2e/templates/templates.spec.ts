import type { Locator } from '@playwright/test'
import type { Client } from '../../support/client'
import { expect, failChanges, openHtml, type Page, signIn, test } from '../support'

const main = (page: Page) => page.getByRole('main')
const editor = (page: Page, name: RegExp = /(create|edit) template/i) => page.getByRole('dialog', { name })
const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** Where the HTML is typed: the code editor with scripts, a text area without. */
const body = (page: Page, scripts: boolean) =>
  scripts ? page.locator('.cm-content') : page.getByLabel('HTML Body')

const make = (client: Client, fields: Record<string, unknown> = {}) =>
  client.ok('POST', '/api/templates', {
    name: 'Introduction',
    subject: 'Hello {{first_name}}',
    htmlBody: '<p>Dear {{first_name}}, <a href="www.example.com">see</a></p>',
    ...fields,
  })

/** Drags like a hand: a short way first, then to the target, and drops once the builder marks it. */
async function drag(page: Page, from: Locator, to: Locator) {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y + start.height / 2, { steps: 4 })
  const marks = page.locator('.gjs-placeholder:visible')
  const [x, y] = [end.x + end.width / 2, end.y + end.height - 4]
  await expect(async () => {
    await page.mouse.move(x, y - 6)
    await page.mouse.move(x + 2, y, { steps: 4 })
    await expect(marks).not.toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.mouse.up()
}

test('creates, previews, edits and deletes a template', async ({
  page,
  server,
  javaScriptEnabled: scripts = true,
}) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/campaign-builder/email-sending/templates/new`)
  const dialog = editor(page)

  await test.step('missing fields are reported and typed values stay', async () => {
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await toast(page, 'Subject is required for preview')
    await dialog.getByLabel('Subject').fill('Hello {{first_name}}')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await toast(page, 'Email body is required for preview')
    await dialog.getByRole('button', { name: 'Save Template' }).click()
    await toast(page, 'Name and subject are required')
    await dialog.getByLabel('Template Name').fill('Introduction')
    await dialog.getByRole('button', { name: 'Save Template' }).click()
    await toast(page, 'HTML body is required')
    await expect(dialog.getByLabel('Subject')).toHaveValue('Hello {{first_name}}')
  })

  await test.step('the preview shows sample data and findings', async () => {
    if (scripts) await openHtml(page)
    await body(page, scripts).fill('<p>Dear {{first_name}}</p><a href="www.example.com">see</a>')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview', exact: true })
    await expect(preview.getByText('Hello Jane')).toBeVisible()
    await expect(preview.frameLocator('iframe').getByText('Dear Jane')).toBeVisible()
    await expect(preview.getByText('does not start with https://')).toBeVisible()
    await expect(preview.getByText('Jane Doe, jane.doe@example.com')).toBeVisible()
    if (scripts) {
      await preview.getByRole('button', { name: 'Plain Text' }).click()
      await expect(preview.getByText('Unsubscribe: ')).toBeVisible()
      await preview.getByRole('button', { name: 'Narrow' }).click()
      const frame = await preview.locator('iframe').boundingBox()
      expect(frame!.width).toBeLessThanOrEqual(360)
      await page.keyboard.press('Escape')
      await expect(preview).toBeHidden()
      await expect(dialog.getByRole('button', { name: 'Preview' })).toBeFocused()
    }
  })

  await test.step('the saved body is sanitized', async () => {
    await body(page, scripts).fill('<p onclick="x">Dear {{first_name}}</p><script>alert(1)</script>')
    await dialog.getByRole('button', { name: 'Save Template' }).click()
    await toast(page, 'Template created successfully')
    await expect(page.getByText('HTML only')).toBeVisible()
    const [saved] = await client.ok('GET', '/api/templates')
    expect(saved).toMatchObject({ name: 'Introduction', htmlBody: '<p>Dear {{first_name}}</p>' })
  })

  await test.step('the template’s screen', async () => {
    await page.getByRole('link', { name: 'Preview Introduction' }).click()
    await expect(page.getByRole('heading', { name: 'Introduction', level: 1 })).toBeVisible()
    for (const text of ['Email Preview', 'Sample Data', 'Available Variables', 'Delivery Check'])
      await expect(main(page).getByRole('heading', { name: text })).toBeVisible()
    await expect(main(page).getByText('Jane Doe <jane.doe@example.com>')).toBeVisible()
    await expect(main(page).frameLocator('iframe').getByText('Dear Jane')).toBeVisible()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await editor(page).getByLabel('Plain Text Body').fill('Dear {{first_name}}')
    await editor(page).getByRole('button', { name: 'Save Template' }).click()
    await toast(page, 'Template updated successfully')
    await expect(main(page).getByText('HTML + Text')).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
  })

  await test.step('deletion', async () => {
    await page.getByRole('link', { name: 'Delete Introduction' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Template deleted successfully')
    await expect(page.getByText('No templates yet')).toBeVisible()
  })
})

test('generates and regenerates a text, and validates the dialog @sweep', async ({
  page,
  server,
  javaScriptEnabled: scripts = true,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/campaign-builder/email-sending/templates/new`)
  if (scripts) await openHtml(page)
  const open = page.getByRole('button', { name: 'AI Generate' })
  if (scripts) await expect(open).toBeDisabled()
  await page.getByLabel('Subject').fill('Bridges')
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'AI Generate' })
  await expect(dialog.getByLabel('Language')).toHaveValue('English')
  await expect(dialog.getByLabel('Tone')).toHaveValue('professional')
  await expect(dialog.getByLabel('Word Count')).toHaveValue('200')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByText('Please provide an outline for the email content').first()).toBeVisible()
  await dialog.getByLabel('Language').selectOption('French')
  await dialog.getByLabel('Outline').fill('We build bridges')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByRole('button', { name: 'Regenerate' }).first()).toBeVisible()
  if (scripts) {
    await toast(page, 'Email content generated successfully')
    await expect(body(page, true)).toContainText('We build bridges')
    await expect(body(page, true)).toContainText('Bonjour')
  } else await expect(body(page, false)).toHaveValue(/Bonjour[\s\S]*We build bridges/)
})

test('a generated text clears the missing-body error @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/campaign-builder/email-sending/templates/new`)
  await openHtml(page)
  await page.getByLabel('Template Name').fill('Bridges')
  await page.getByLabel('Subject').fill('Bridges')
  await page.getByRole('button', { name: 'Save Template' }).click()
  const missing = page.getByText('HTML body is required')
  await expect(missing.first()).toBeVisible()
  await page.getByRole('button', { name: 'AI Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'AI Generate' })
  await dialog.getByLabel('Outline').fill('We build bridges')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(body(page, true)).toContainText('We build bridges')
  await expect(missing).toHaveCount(0)
})

test('cancels generating and reports a failure @js-only @sweep', async ({ page, emptyServer: server }) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/campaign-builder/email-sending/templates/new`)
  await page.getByLabel('Subject').fill('Bridges')
  await page.getByRole('button', { name: 'AI Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'AI Generate' })
  await dialog.getByLabel('Outline').fill('We build bridges')
  await client.ok('POST', '/sandbox/faults', { service: 'ai', kind: 'timeout', times: 1 })
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeVisible()
  // The request has reached the AI service. Cancelled earlier, it would leave its fault to the next request.
  const unused = () => server.database.sql`select 1 from sandbox.faults where remaining > 0`
  await expect.poll(async () => (await unused()).length).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'AI Generate' }).click()
  await client.ok('POST', '/sandbox/faults', { service: 'ai', kind: 'invalidGrant', times: 1 })
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await toast(page, 'Failed to generate email content. Please try again.')
  await expect(dialog.getByLabel('Outline')).toHaveValue('We build bridges')
})

test('failed requests on a template lose nothing @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await make(client)
  await failChanges(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`${server.url}/campaign-builder/email-sending/templates/new`)
  await openHtml(page)
  await page.getByLabel('Template Name').fill('Typed')
  await button('Save Template').click()
  await toast(page, 'Failed to create template')
  await button('Preview').click()
  await toast(page, 'Failed to generate preview')
  await expect(page.getByLabel('Template Name')).toHaveValue('Typed')
  const at = `${server.url}/templates/${id}/preview`
  await page.goto(`${at}/edit`)
  await openHtml(page)
  await button('Save Template').click()
  await toast(page, 'Failed to update template')
  await page.goto(`${at}/send-test`)
  await button('Send Test').click()
  await toast(page, 'Failed to send test email')
  await page.goto(`${server.url}/campaign-builder/email-sending/templates/${id}/delete`)
  await button('Delete').click()
  await toast(page, 'Failed to delete template')
  expect(await client.ok('GET', '/api/templates')).toHaveLength(1)
})

test('inserts variables at the cursor and asks before losing changes @js-only', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/campaign-builder/email-sending/templates/new`)
  await openHtml(page)
  const insert = async (name: string) => {
    await page.locator('summary', { hasText: 'Insert variable' }).click()
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  }
  await page.getByLabel('Subject').fill('Hello ')
  await insert('first_name')
  await expect(page.getByLabel('Subject')).toHaveValue('Hello {{first_name}}')
  await body(page, true).click()
  await page.keyboard.type('Dear ')
  await insert('company_name')
  await expect(body(page, true)).toHaveText('Dear {{company_name}}')
  await page.getByLabel('Plain Text Body').fill('Hi ')
  await insert('name')
  await expect(page.getByLabel('Plain Text Body')).toHaveValue('Hi {{name}}')

  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(() => asked).toEqual(['Leave without saving? Your changes will be lost.'])
  await expect(page.getByLabel('Subject')).toHaveValue('Hello {{first_name}}')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(editor(page)).toHaveCount(0)
})

test('the visual builder starts from the text, accepts a dragged block and saves its design @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const { id } = await make(client, { htmlBody: '<p>Dear {{first_name}}</p>' })
  const outside: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(server.url) && !/^(data|blob|about):/.test(url)) outside.push(url)
  })
  await page.goto(`${server.url}/templates/${id}/preview/edit`)
  await openHtml(page)
  await page.getByText('Visual Builder', { exact: true }).click()
  const canvas = page.frameLocator('iframe.gjs-frame')
  await expect(canvas.getByText('Dear {{first_name}}')).toBeVisible()
  const block = page.locator('.gjs-block', { hasText: 'Button' }).first()
  await drag(page, block, canvas.getByText('Dear {{first_name}}'))
  await expect(canvas.getByText('Button', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save Template' }).last().click()
  await toast(page, 'Template updated successfully')
  const saved = await client.ok('GET', `/api/templates/${id}`)
  expect(saved.templateType).toBe('builder')
  expect(saved.htmlBody).toMatch(/<!--\[if mso/)
  expect(saved.htmlBody).toContain('Dear {{first_name}}')
  expect(saved.htmlBody).toContain('Button')
  expect(saved.builderJson).toMatchObject({ pages: expect.any(Array) })

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(canvas.getByText('Dear {{first_name}}')).toBeVisible()
  await page.getByText('HTML Editor').click()
  await expect(body(page, true)).toContainText('<!doctype html>')
  expect(outside).toEqual([])
})

test('reports a failed design export and saves nothing @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await make(client)
  await page.goto(`${server.url}/templates/${id}/preview/edit`)
  await openHtml(page)
  await page.getByText('Visual Builder', { exact: true }).click()
  const text = page.frameLocator('iframe.gjs-frame').getByText('Dear {{first_name}}')
  await expect(text).toBeVisible()
  await drag(page, page.locator('.gjs-block', { hasText: 'Button' }).first(), text)
  await page.evaluate(() => {
    // The design is written out as JSON.
    JSON.stringify = () => {
      throw new Error('no')
    }
  })
  await page.getByRole('button', { name: 'Save Template' }).last().click()
  await toast(page, 'Failed to export from editor. Please try again.')
  expect((await client.ok('GET', `/api/templates/${id}`)).templateType).toBe('html')
})

test('sends a test from a template’s screen', async ({ page, emptyServer: server }) => {
  const { client, user } = await signIn(page, server)
  await client.connectMailbox('sender@coldframe.example')
  const { id } = await make(client)
  await page.goto(`${server.url}/templates/${id}/preview/send-test`)
  const dialog = page.getByRole('dialog', { name: 'Send Test Email' })
  await expect(dialog.getByText('Introduction')).toBeVisible()
  await expect(dialog.getByLabel('Sender').locator('option').first()).toHaveText('Use default sender')
  await expect(dialog.getByLabel('Email Address')).toHaveValue(user.email)
  await dialog.getByLabel('Email Address').fill('')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await toast(page, 'Email address is required')
  await dialog.getByLabel('Email Address').fill('ann@people.example')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await toast(page, 'Test email sent successfully')
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 5 })
  expect(await client.ok('GET', '/sandbox/messages?to=ann@people.example')).toHaveLength(1)
})

test('redirects without an id, and reports an unknown one @sweep', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/templates/preview`)
  await expect(page).toHaveURL(/\/campaign-builder\/email-sending/)
  if (javaScriptEnabled) await expect(page).toHaveURL(/#templates$/)
  await page.goto(`${server.url}/templates/00000000-0000-4000-8000-000000000000/preview`)
  await expect(page.getByRole('heading', { name: 'Template not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Templates' })).toBeVisible()
})
