import { passAxe } from '../axe'
import { toast, top } from '../sequences/support'
import { expect, failChanges, type Page, signIn, submit, test } from '../support'

const AT = '/settings/inbox'
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

test('adds and removes labels of the user’s own', async ({ page, server }) => {
  const { client, user } = await signIn(page, server)
  await page.goto(`${server.url}/settings`)
  await page.getByRole('main').getByRole('link', { name: 'Inbox', exact: true }).click()
  const labels = card(page, 'Labels')
  await expect(labels.getByText('No labels of your own')).toBeVisible()
  await expect(labels.getByText('Built in: Interested, Meeting booked,')).toBeVisible()

  await labels.getByRole('link', { name: 'Add label' }).click()
  const dialog = top(page, 'Add label')
  await dialog.getByLabel('Name').fill('interested')
  await dialog.getByRole('button', { name: 'Add label' }).click()
  await expect(dialog.getByText('There is a label with this name')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('interested')
  await dialog.getByLabel('Name').fill('Partner & friends / 50%')
  await dialog.getByLabel('Counts as positive').check()
  await dialog.getByRole('button', { name: 'Add label' }).click()
  await toast(page, 'Label added')
  await expect(labels.getByText('Positive', { exact: true })).toBeVisible()

  const contact = await client.ok('POST', '/api/contacts', { email: 'ann@people.example' })
  await server.database.sql`
    insert into conversations (user_id, contact_id, last_message_at, label, label_source)
    values (${user.id}, ${contact.id}, now(), 'Partner & friends / 50%', 'user')`
  await labels.getByRole('link', { name: 'Remove Partner & friends / 50%' }).click()
  const question = top(page, 'Remove label')
  await expect(question.getByText('1 conversation has it and will have no label.')).toBeVisible()
  await question.getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Label removed')
  await expect(labels.getByText('No labels of your own')).toBeVisible()
  const { conversations } = await client.ok('GET', '/api/conversations')
  expect(conversations).toMatchObject([{ label: null }])
  expect((await client.request('GET', `${AT}/labels/remove?name=Gone`)).status).toBe(404)
})

test('adds, edits and deletes saved replies @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(server.url + AT)
  const replies = card(page, 'Saved replies')
  await expect(replies.getByText('No saved replies')).toBeVisible()
  await replies.getByRole('link', { name: 'Add saved reply' }).click()
  const dialog = top(page, 'Add saved reply')
  await dialog.getByLabel('Name').fill('Prices')
  await dialog.getByLabel('Text').fill('Hi {{first name}}')
  await dialog.getByRole('button', { name: 'Add saved reply' }).click()
  await expect(dialog.getByText('{{first name}} is not a variable')).toBeVisible()
  await expect(dialog.getByLabel('Text')).toHaveValue('Hi {{first name}}')
  await dialog.getByLabel('Text').fill('Hi {{first_name}}')
  await dialog.getByRole('button', { name: 'Add saved reply' }).click()
  await toast(page, 'Saved reply added')
  await expect(replies.getByText('Hi {{first_name}}')).toBeVisible()

  await replies.getByRole('link', { name: 'Edit Prices' }).click()
  const edit = top(page, 'Edit saved reply')
  await expect(edit.getByLabel('Text')).toHaveValue('Hi {{first_name}}')
  await edit.getByLabel('Name').fill('Terms')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Saved reply updated')

  await replies.getByRole('link', { name: 'Delete Terms' }).click()
  await top(page, 'Delete saved reply').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Saved reply deleted')
  await expect(replies.getByText('No saved replies')).toBeVisible()
})

test('switches the reply digest and AI labels, which are off at first @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(server.url + AT)
  const digest = card(page, 'Reply digest')
  const ai = card(page, 'AI labels')
  const choice = digest.getByLabel('Send the digest')
  const box = ai.getByLabel('Let the AI service propose labels')
  await expect(choice).toHaveValue('off')
  await expect(box).not.toBeChecked()
  await expect(ai.getByText(`at 127.0.0.1:${new URL(server.url).port}, and nowhere else.`)).toBeVisible()

  await choice.selectOption('daily')
  await digest.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Settings Saved')
  await box.check()
  await submit(page, ai.getByRole('button', { name: 'Save' }))
  await page.reload()
  await expect(choice).toHaveValue('daily')
  await expect(box).toBeChecked()

  await box.uncheck()
  await submit(page, ai.getByRole('button', { name: 'Save' }))
  await page.reload()
  await expect(box).not.toBeChecked()
  await expect(choice).toHaveValue('daily')
})

test('passes axe when empty @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(server.url + AT)
  await expect(card(page, 'Labels')).toBeVisible()
  await passAxe(page)
})

test('settings that fail to save show a toast @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(server.url + AT)
  await failChanges(page)
  await card(page, 'Reply digest').getByLabel('Send the digest').selectOption('daily')
  await card(page, 'Reply digest').getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update settings')
  await expect(card(page, 'Reply digest').getByLabel('Send the digest')).toHaveValue('daily')
})
