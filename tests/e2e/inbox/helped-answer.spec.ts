import { expect, FAILURE, failChanges, type Page, test } from '../support'
import { startConversation } from './support'

const field = (page: Page) => page.getByRole('textbox', { name: 'Answer to Ann' })

/** A conversation of a user with a saved reply. */
async function startWithReply(...given: Parameters<typeof startConversation>) {
  const started = await startConversation(...given)
  await started.client.request('POST', '/settings/inbox/replies/new', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name: 'Prices', text: 'Ten a month.\n\nYearly too.' }).toString(),
  })
  return started
}

test('a saved reply is inserted at the cursor @js-only @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startWithReply(page, server)
  await page.goto(`${server.url}/inbox/${id}`)
  await field(page).fill('Hello! Bye.')
  await field(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7))
  const menu = page.locator('summary[aria-label="Insert saved reply"]')
  await menu.click()
  await page.getByRole('button', { name: 'Prices' }).click()
  await expect(field(page)).toHaveValue('Hello! Ten a month.\n\nYearly too.Bye.')
  await expect(field(page)).toBeFocused()
  await expect(page.getByText('Draft saved')).toBeVisible()

  await field(page).fill('Hello')
  await page.getByRole('button', { name: 'Rich text' }).click()
  await field(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await menu.click()
  await page.getByRole('button', { name: 'Prices' }).click()
  await expect(field(page).locator('p')).toHaveText(['Hello', 'Ten a month.', 'Yearly too.'])

  await page.route('**/inbox/saved-replies/**', (route) => route.fulfill(FAILURE))
  await menu.click()
  await page.getByRole('button', { name: 'Prices' }).click()
  await expect(page.getByText('Failed to load the saved reply')).toBeVisible()
  await menu.click()
  await page.getByRole('link', { name: 'Manage saved replies' }).click()
  await expect(page).toHaveURL(`${server.url}/settings/inbox`)
})

test('a button adds a saved reply to the draft @no-js-only @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startWithReply(page, server)
  await page.goto(`${server.url}/inbox/${id}`)
  await field(page).fill('Hello!')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Choose a saved reply')
  await expect(field(page)).toHaveValue('Hello!')
  await page.getByLabel('Saved reply').selectOption('Prices')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(field(page)).toHaveValue('Hello!\n\nTen a month.\n\nYearly too.')
  await page.getByRole('link', { name: 'Manage saved replies' }).click()
  await expect(page).toHaveURL(`${server.url}/settings/inbox`)
})

test('an answer is suggested, and what is written is kept @js-only', async ({
  page,
  emptyServer: server,
}) => {
  const { client, id } = await startConversation(page, server, 'What does it cost?')
  await page.goto(`${server.url}/inbox/${id}`)
  const button = page.getByRole('button', { name: 'Suggest an answer' })
  await expect(button).toHaveAccessibleDescription(
    `Sends the last messages to the AI service at 127.0.0.1:${server.port}.`,
  )
  let proceed = () => {}
  const held = new Promise<void>((resolve) => {
    proceed = resolve
  })
  await page.route('**/propose.data*', async (route) => {
    await held
    await route.continue()
  })
  await button.click()
  await expect(page.getByRole('button', { name: 'Suggesting...' })).toBeDisabled()
  proceed()
  await expect(field(page)).toHaveValue(/“What does it cost”/)
  await expect(page.getByText('Draft saved')).toBeVisible()

  const suggestion = page.getByRole('region', { name: 'Suggested answer' })
  await field(page).fill('Mine')
  await button.click()
  await expect(suggestion).toContainText('Would a short call')
  await expect(field(page)).toHaveValue('Mine')
  await suggestion.getByRole('button', { name: 'Discard' }).click()
  await expect(field(page)).toHaveValue('Mine')
  await button.click()
  await suggestion.getByRole('button', { name: 'Add below my text' }).click()
  await expect(field(page)).toHaveValue(/^Mine\n\nHello/)

  await page.getByRole('button', { name: 'Rich text' }).click()
  // The editor arrives later and moves what is below it: a press meanwhile may end beside the button.
  await expect(field(page).locator('p').first()).toHaveText('Mine')
  await button.click()
  await suggestion.getByRole('button', { name: 'Replace my text' }).click()
  await expect(field(page).locator('p').first()).toHaveText('Hello Ann,')
  await expect(field(page)).not.toContainText('Mine')
  const { messages } = await client.ok('GET', `/api/conversations/${id}`)
  expect(messages).toHaveLength(2)
})

test('a refused or lost suggestion says so @js-only @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startConversation(page, server)
  await page.goto(`${server.url}/inbox/${id}`)
  const button = page.getByRole('button', { name: 'Suggest an answer' })
  for (let count = 0; count < 10; count += 1) {
    await field(page).fill('')
    await button.click()
    await expect(field(page)).toHaveValue(/Hello/)
  }
  await button.click()
  await expect(page.getByRole('alert')).toContainText('You have generated too many texts')
  await failChanges(page)
  await button.click()
  await expect(page.getByText('Failed to suggest an answer')).toBeVisible()
  await expect(field(page)).toHaveValue(/Hello/)
})

test('a suggested answer becomes the draft @no-js-only @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startConversation(page, server, 'What does it cost?')
  await page.goto(`${server.url}/inbox/${id}`)
  await page.getByRole('button', { name: 'Suggest an answer' }).click()
  await expect(field(page)).toHaveValue(/“What does it cost”/)
  await field(page).fill('Mine')
  await page.getByRole('button', { name: 'Suggest an answer' }).click()
  await expect(page.getByRole('alert')).toContainText('The answer has a text already')
  await expect(field(page)).toHaveValue('Mine')
})

test('menus stay inside a narrow window @js-only @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startWithReply(page, server)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${server.url}/inbox/${id}`)
  await field(page).fill('Hello')
  await page.getByRole('button', { name: 'Rich text' }).click()
  await expect(page.getByRole('toolbar', { name: 'Format' })).toBeVisible()
  const conversation = page.getByRole('region', { name: 'Conversation with Ann' })
  for (const label of ['Snooze', 'Label', 'Insert variable', 'Insert saved reply', 'Send later']) {
    const menu = conversation
      .locator('details', { has: page.locator(`summary[aria-label="${label}"]`) })
      .last()
    await menu.locator('summary').click()
    const inside = () =>
      menu.locator('> div').evaluate((panel) => {
        const { left, right } = panel.getBoundingClientRect()
        return left >= 0 && right <= window.innerWidth
      })
    await expect.poll(inside, label).toBe(true)
    await page.keyboard.press('Escape')
  }
})
