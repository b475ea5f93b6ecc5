import { passAxe } from '../axe'
import { expect, type Page, stopClock, test } from '../support'
import { addConversations, reply, startConversation } from './support'

const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).locator('form li')
const link = (page: Page, name: string) => rows(page).getByRole('link', { name, exact: true })

test('the keyboard moves, opens, changes and answers @js-only @sized', async ({
  page,
  emptyServer: server,
}) => {
  const { client, mailboxId, id } = await startConversation(page, server, 'Who are you?')
  const { id: me } = await client.ok('GET', '/api/auth/me')
  await addConversations(server, me, mailboxId, ['Bea', 'Cem'])
  await page.goto(`${server.url}/inbox`)
  const press = (key: string) => page.keyboard.press(key)
  await press('j')
  await expect(link(page, 'Ann')).toBeFocused()
  await press('j')
  await press('j')
  await press('j')
  await expect(link(page, 'Cem')).toBeFocused()
  await press('k')
  await expect(link(page, 'Bea')).toBeFocused()
  await press('e')
  await expect(page.getByText('Conversation marked as done')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)

  await press('j')
  await press('Enter')
  await expect(page.getByRole('region', { name: 'Conversation with Ann' })).toBeVisible()
  await press('l')
  await expect(page.getByRole('button', { name: 'Interested', exact: true })).toBeFocused()
  await press('Enter')
  await expect(rows(page).filter({ hasText: 'Interested' })).toHaveCount(1)
  await press('s')
  await expect(page.getByRole('button', { name: /Later today/ }).last()).toBeFocused()
  await press('Escape')
  await press('r')
  await expect(page.getByRole('textbox', { name: 'Answer to Ann' })).toBeFocused()
  // In a field, keys are text.
  await page.keyboard.type('jelusr/?')
  await expect(page.getByRole('textbox', { name: 'Answer to Ann' })).toHaveValue('jelusr/?')
  await expect(page).toHaveURL(`${server.url}/inbox/${id}`)
  await page.getByRole('heading', { level: 2 }).first().click()
  await press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('heading', { level: 2 }).first().click()
  await press('u')
  await expect(page).toHaveURL(`${server.url}/inbox`)
  await expect(page.getByRole('link', { name: 'Inbox 2 unread' })).toBeVisible()

  await press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('Search and go to a screen')).toBeVisible()
  await passAxe(page, 'dialog[open]')
  await press('Escape')
  await expect(dialog).toBeHidden()
})

test('Ctrl+Enter sends @js-only @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startConversation(page, server)
  await page.goto(`${server.url}/inbox/${id}`)
  await page.getByRole('textbox', { name: 'Answer to Ann' }).fill('By key')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Sending in 10 seconds').first()).toBeVisible()
})

test('new messages appear without a reload and are announced @js-only @sweep', async ({
  page,
  emptyServer: server,
}) => {
  const { client, ann, id } = await startConversation(page, server)
  await client.ok('PATCH', `/api/conversations/${id}`, { unread: false })
  await stopClock(page)
  await page.goto(`${server.url}/inbox`)
  await expect(rows(page)).toHaveCount(1)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 10 })
  await reply(client, ann, 'Are you there?')
  await page.clock.runFor(31_000)
  await expect(rows(page)).toContainText('Are you there?')
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'New message from Ann' })).toBeAttached()
  await expect(page.getByRole('link', { name: 'Inbox 1 unread' })).toBeVisible()
})
