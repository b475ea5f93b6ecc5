import { expect, gate, openHtml, type Page, signIn, test } from '../support'

/** The speed of a fast typist. */
const HUMAN = { delay: 30 }

const newTemplate = '/campaign-builder/email-sending/templates/new'
const canvas = (page: Page) => page.frameLocator('iframe.gjs-frame')
const save = (page: Page) => page.getByRole('button', { name: 'Save Template' }).last()

/** Opens the editor of a new template in the visual builder. */
async function openBuilder(page: Page, url: string) {
  await page.goto(`${url}${newTemplate}`)
  await page.getByLabel('Template Name').fill('Built')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByText('Visual Builder', { exact: true }).click()
  await expect(canvas(page).getByText('Write here.')).toBeVisible()
}

for (const [at, typed] of [
  '<p>Hi <b>you</b></p>',
  '<ul>\n  <li>One</li>\n  <li>Two</li>\n</ul>\n<a href="https://example.com">see</a>',
  '<div><p>Dear {{first_name}},</p></div></',
  '<!-- note --><br/><img src="https://example.com/a.png" alt="">',
].entries()) {
  test(`keeps HTML as typed: ${JSON.stringify(typed)} @js-only ${at === 0 ? '' : '@sweep'}`, async ({
    page,
    server,
  }) => {
    await signIn(page, server)
    await page.goto(`${server.url}${newTemplate}`)
    await openHtml(page)
    await page.locator('.cm-content').click()
    await page.keyboard.type(typed, HUMAN)
    expect(await page.locator('textarea[name="htmlBody"]').inputValue()).toBe(typed)
  })
}

test('keeps HTML as typed while the editor loads @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  const loading = gate()
  await page.route('**/code-editor*.js', async (route) => {
    await loading.opened
    await route.continue()
  })
  await page.goto(`${server.url}${newTemplate}`)
  await page.getByText('HTML Editor', { exact: true }).click()
  await page.locator('textarea[name="htmlBody"]').click()
  await page.keyboard.type('<p>Hi', HUMAN)
  loading.open()
  await expect(page.locator('.cm-content')).toBeFocused()
  await page.keyboard.type(' you</p>', HUMAN)
  expect(await page.locator('textarea[name="htmlBody"]').inputValue()).toBe('<p>Hi you</p>')
})

test('an untouched builder has an empty body @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await openBuilder(page, server.url)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const builder = page.getByRole('region', { name: 'Visual Builder' })
  await expect(builder.getByText('Email body is required for preview')).toBeVisible()
  await save(page).click()
  await expect(builder.getByText('Email body is required', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('Hello')
  expect(await client.ok('GET', '/api/templates')).toEqual([])
})

test('saves a builder with placeholder text with a single warning @js-only @sweep', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  await openBuilder(page, server.url)
  await canvas(page).getByText('Write here.').dblclick()
  await page.keyboard.press('Home')
  await page.keyboard.type('How are you? ', HUMAN)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Preview', exact: true })
  await expect(preview.getByText('“Write here.” is a placeholder of the visual builder.')).toBeVisible()
  await expect(preview.getByText('Warning: ')).toHaveCount(0)
  await expect(preview.getByText('Error: ')).toHaveCount(1)
  await expect(preview.getByText('Email clients do not support')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await save(page).click()
  await expect(page.getByText('Template created successfully').first()).toBeVisible()
  await expect(page.getByText('It still has placeholder text: “Write here.”.').first()).toBeVisible()
  const [saved] = await client.ok('GET', '/api/templates')
  expect(saved.htmlBody).toContain('How are you?')
  const { warnings } = await client.ok('PATCH', `/api/templates/${saved.id}`, { name: 'Again' })
  expect(warnings).toEqual([expect.stringContaining('“Write here.”')])
})

test('HTML comes back from the visual builder as it was, and is asked for before parts of it are lost @js-only', async ({
  page,
  server,
}) => {
  const { client } = await signIn(page, server)
  const htmlBody =
    '<style>p{color:red}</style>\n<p class="a"  style="margin:0">Dear {{ first_name | default: "you" }},<br>\n <b>hello</b></p>'
  const { id, htmlBody: stored } = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody,
  })
  const area = page.locator('textarea[name="htmlBody"]')
  await page.goto(`${server.url}/templates/${id}/preview/edit`)
  await openHtml(page)
  await page.getByText('Visual Builder', { exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'The Visual Builder cannot keep all of this email' })
  await expect(question).toContainText('it loses style sheets')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('HTML Editor')).toBeChecked()
  await page.getByText('Visual Builder', { exact: true }).click()
  await question.getByRole('button', { name: 'Open the Visual Builder' }).click()
  await expect(canvas(page).getByText('hello')).toBeVisible()
  await page.getByText('HTML Editor', { exact: true }).click()
  await expect(page.locator('.cm-content')).toBeVisible()
  expect(await area.inputValue()).toBe(stored)
  // Saved from the builder without a change, too.
  await page.getByText('Visual Builder', { exact: true }).click()
  await question.getByRole('button', { name: 'Open the Visual Builder' }).click()
  await expect(canvas(page).getByText('hello')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Template updated successfully').first()).toBeVisible()
  expect(await client.ok('GET', `/api/templates/${id}`)).toMatchObject({ htmlBody: stored })
})
