import { passAxe } from '../axe'
import { expect, type Page, signIn, test } from '../support'

const newTemplate = '/campaign-builder/email-sending/templates/new'
const text = (page: Page) => page.getByRole('textbox', { name: 'Email text' })
const html = (page: Page) => page.locator('textarea[name="htmlBody"]')
const view = (page: Page, name: string) => page.getByText(name, { exact: true }).first()

async function open(page: Page, url: string) {
  await page.goto(url + newTemplate)
  await text(page).click()
}

test('completes variables, asks for defaults and stores them as written @js-only @sized', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  await open(page, server.url)
  await page.keyboard.type('Hi {{')
  const list = page.getByRole('listbox', { name: 'Variables' })
  await expect(list.getByRole('option')).toHaveCount(8)
  await expect(list.getByRole('option', { selected: true })).toHaveText(/first name/)
  await passAxe(page, 'dialog')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText(/last name/)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Create Template' })).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('{{fir')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const fallback = page.getByLabel('First name: default for contacts without one')
  await expect(fallback).toBeFocused()
  await passAxe(page, 'dialog')
  await page.keyboard.type('there')
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type(', from {{company_name}}.')
  await expect(text(page)).toHaveText('Hi First name or “there”, from Company.')
  expect(await html(page).inputValue()).toBe(
    '<p>Hi {{first_name | default: "there"}}, from {{company_name}}.</p>',
  )

  await text(page).getByText('First name or “there”').click()
  await fallback.fill('friend')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await page.getByLabel('Template Name').fill('Text')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByRole('button', { name: 'Save Template' }).last().click()
  await expect(page.getByText('Template created successfully').first()).toBeVisible()
  const [saved] = await client.ok('GET', '/api/templates')
  expect(saved).toMatchObject({
    templateType: 'html',
    htmlBody: '<p>Hi {{first_name | default: "friend"}}, from {{company_name}}.</p>',
  })
})

test('formats, links and lists survive the HTML view @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await open(page, server.url)
  await page.keyboard.type('See ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('this')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.getByRole('button', { name: 'Bullet list' }).click()
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('Link to').fill('https://example.com/?n={{name}}')
  await page.keyboard.press('Enter')
  const stored =
    '<p>See <strong>this</strong></p>\n<ul><li>One</li><li><a href="https://example.com/?n={{name}}">https://example.com/?n={{name}}</a></li></ul>'
  expect(await html(page).inputValue()).toBe(stored)
  await view(page, 'HTML Editor').click()
  await expect(page.locator('.cm-content')).toContainText('<strong>this</strong>')
  await view(page, 'Text').click()
  await expect(text(page).locator('li')).toHaveCount(2)
  await expect(text(page).locator('strong')).toHaveText('this')
  await page.getByText('Visual Builder', { exact: true }).click()
  await expect(page.frameLocator('iframe.gjs-frame').getByText('One')).toBeVisible()
  await view(page, 'Text').click()
  await expect(text(page).locator('li')).toHaveCount(2)
  expect(await html(page).inputValue()).toBe(stored)
})

test('keeps HTML that is no text in the HTML editor @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const htmlBody = '<table><tbody><tr><td style="color:red">Dear {{name}}</td></tr></tbody></table>'
  const { id } = await client.ok('POST', '/api/templates', { name: 'T', subject: 'S', htmlBody })
  await page.goto(`${server.url}/templates/${id}/preview/edit`)
  await expect(page.getByText('The text editor would lose parts of this email (table')).toBeVisible()
  await expect(page.locator('.cm-content')).toBeVisible()
  expect(await html(page).inputValue()).toBe(htmlBody)
})

test('a missing body is reported at the text, and a generated one stays a text @js-only @sweep', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await open(page, server.url)
  await page.getByLabel('Template Name').fill('Bridges')
  await page.getByLabel('Subject').fill('Bridges')
  await page.getByRole('button', { name: 'Save Template' }).last().click()
  await expect(text(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('HTML body is required').last()).toBeVisible()
  await page.getByRole('button', { name: 'AI Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'AI Generate' })
  await dialog.getByLabel('Outline').fill('We build bridges')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(text(page).locator('li')).toHaveText('We build bridges')
  expect(await html(page).inputValue()).toContain('<li>We build bridges</li>')
  await expect(text(page)).not.toHaveAttribute('aria-invalid', 'true')
})
