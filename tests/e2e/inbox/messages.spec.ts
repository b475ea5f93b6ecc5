import type { TestServer } from '../../support/launch'
import { passAxe } from '../axe'
import { expect, type Page, test } from '../support'
import { startConversation } from './support'

const open = (page: Page, server: TestServer, id: string) => page.goto(`${server.url}/inbox/${id}`)
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

test('a probable opt-out is asked about and decided @no-js @sized', async ({
  page,
  javaScriptEnabled,
  emptyServer: server,
}) => {
  const { id } = await startConversation(page, server, 'No need to follow up again, thanks.')
  await open(page, server, id)
  const question = page.getByRole('region', { name: 'Unsubscribe?' })
  await expect(question).toContainText('No need to follow up again')
  if (javaScriptEnabled) await passAxe(page)
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByText('The contact stays subscribed').first()).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.goto(`${server.url}/notifications`)
  await expect(page.getByText('may have asked for no more email').first()).toBeVisible()
})

test('keys unsubscribe, and say what a message is @js-only', async ({ page, emptyServer: server }) => {
  const { id } = await startConversation(page, server, 'No need to follow up again, thanks.')
  await open(page, server, id)
  await expect(page.getByRole('region', { name: 'Unsubscribe?' })).toBeVisible()
  await page.keyboard.press('x')
  await expect(
    page.getByText('The contact is unsubscribed, and their sequences have ended.').first(),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsubscribe?' })).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(page.getByText('It counts as an automatic answer.').first()).toBeVisible()
  await expect(messages(page).getByText('Automatic reply')).toBeVisible()
})

test('a message is said to be automatic, and a person’s again @no-js', async ({
  page,
  emptyServer: server,
}) => {
  const { id } = await startConversation(page, server)
  await open(page, server, id)
  await expect(page.getByRole('region', { name: 'Contact' }).getByText('Completed')).toBeVisible()
  await page.getByRole('button', { name: 'This is an automatic answer' }).click()
  await expect(page.getByText('and the sequence goes on').first()).toBeVisible()
  await expect(messages(page).getByText('Automatic reply')).toBeVisible()
  await expect(messages(page).getByText('You said so.')).toBeVisible()
  await page.getByRole('button', { name: 'This was a person' }).click()
  await expect(page.getByText('It counts as a reply').first()).toBeVisible()
  await expect(messages(page).getByText('Automatic reply')).toHaveCount(0)
})

test('the successor of a contact who has left becomes a contact @no-js', async ({
  page,
  emptyServer: server,
}) => {
  const { id } = await startConversation(
    page,
    server,
    'Ann no longer works for our company. Please write to her successor bo@people.example.',
  )
  await open(page, server, id)
  await expect(page.getByText('They name bo@people.example')).toBeVisible()
  await page.getByRole('button', { name: 'Add as a contact' }).click()
  await expect(page.getByText('Contact added').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'bo@people.example' })).toBeVisible()
})

test('invitations and reactions are shown as what they are', async ({ page, emptyServer: server }) => {
  const { id } = await startConversation(page, server)
  const { sql } = server.database
  for (const [kind, signs, badge, words] of [
    ['calendar', { calendar: 'accepted' }, 'Calendar', 'Accepted an invitation'],
    ['reaction', { reaction: '👍' }, 'Reaction', 'Reacted with 👍'],
  ] as const) {
    await sql`update inbound_messages set kind = ${kind}, signs = ${JSON.stringify(signs)}::text::jsonb
      where conversation_id = ${id}`
    await open(page, server, id)
    await expect(messages(page).getByText(badge, { exact: true })).toBeVisible()
    await expect(messages(page).getByText(words).last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'This was a person' })).toBeVisible()
  }
})

test('possibly related messages are added or dismissed @no-js @sized', async ({
  page,
  javaScriptEnabled,
  emptyServer: server,
}) => {
  const { id } = await startConversation(page, server)
  await relate(server, id, ['Kim has a question', 'A newsletter'])
  await open(page, server, id)
  const related = page.getByRole('region', { name: 'Possibly related' })
  await expect(related.getByRole('listitem')).toHaveCount(2)
  if (javaScriptEnabled) await passAxe(page)
  await related
    .getByRole('listitem')
    .filter({ hasText: 'A newsletter' })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await expect(related.getByRole('listitem')).toHaveCount(1)
  await related.getByRole('button', { name: 'Add to conversation' }).click()
  await expect(page.getByText('Message added to the conversation').first()).toBeVisible()
  await expect(related).toHaveCount(0)
  await expect(messages(page).getByText('Kim has a question').last()).toBeVisible()
})

test('a key adds a related message @js-only @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startConversation(page, server)
  await relate(server, id, ['Kim has a question'])
  await open(page, server, id)
  await expect(page.getByRole('region', { name: 'Possibly related' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(page.getByText('Message added to the conversation').first()).toBeVisible()
})

/** Messages of a colleague, as the sync keeps them. */
async function relate({ database: { sql } }: TestServer, conversationId: string, texts: string[]) {
  const [about] = await sql`
    select s.id as send, s.user_id as owner, s.sender_account_id as mailbox from conversations c
    join email_sends s on s.sequence_contact_id = c.sequence_contact_id where c.id = ${conversationId} limit 1`
  for (const text of texts) {
    const providerId = crypto.randomUUID()
    const receivedAt = new Date()
    const inbound = {
      ...{
        kind: 'reply',
        messageId: null,
        hard: null,
        class: null,
        recipients: [],
        status: null,
        reason: '',
      },
      ...{ originalMessageIds: [], sendId: null, from: 'kim@people.example', fromName: 'Kim', to: [] },
      ...{ subject: text, text, body: text, html: '', stop: false },
    }
    const received = { mailboxId: about!.mailbox, providerId, receivedAt, inbound, sendId: about!.send }
    await sql`
      insert into related_messages (user_id, conversation_id, mail_account_id, provider_id, received, received_at)
      values (${about!.owner}, ${conversationId}, ${about!.mailbox}, ${providerId}, ${JSON.stringify(received)}::text::jsonb, now())`
  }
}
