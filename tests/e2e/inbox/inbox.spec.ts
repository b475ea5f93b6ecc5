import { expect, type Page, signIn, test } from '../support'
import { addConversations, passDays, reply, startConversation } from './support'

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const rows = (page: Page) => list(page).locator('form li')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'State of conversations' }).getByRole('link', { name })

test('an empty inbox explains what will appear @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/inbox`)
  await expect(page.getByText('No open conversations')).toBeVisible()
  await page.goto(`${server.url}/inbox?q=nothing`)
  await expect(page.getByText('No conversation matches')).toBeVisible()
})

test('conversations are labelled, snoozed until their time, and done', async ({
  page,
  emptyServer: server,
}) => {
  const { client, ann, id } = await startConversation(page, server, 'Later, please')
  await page.goto(`${server.url}/inbox/${id}`)
  const head = page.getByRole('region', { name: 'Conversation with Ann' }).locator('header').first()
  await head.locator('summary[aria-label="Label"]').click()
  await head.getByRole('button', { name: 'Not now' }).click()
  await expect(head.getByText('Not now').first()).toBeVisible()
  await expect(rows(page)).toContainText('Not now')

  await head.locator('summary[aria-label="Snooze"]').click()
  await head.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(page).toHaveURL(`${server.url}/inbox`)
  await expect(rows(page)).toHaveCount(0)
  await tab(page, 'Snoozed').click()
  await expect(rows(page)).toHaveCount(1)
  await passDays(client, 2)
  await page.goto(`${server.url}/inbox`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Inbox 1 unread' })).toBeVisible()

  await page.goto(`${server.url}/inbox/${id}`)
  await head.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Conversation marked as done')).toBeVisible()
  await tab(page, 'Done').click()
  await expect(rows(page)).toHaveCount(1)
  await reply(client, ann, 'One more thing')
  await page.goto(`${server.url}/inbox?tab=unread`)
  await expect(rows(page)).toContainText('One more thing')
})

test('a conversation can be marked as unread @sweep', async ({ page, emptyServer: server }) => {
  const { id } = await startConversation(page, server)
  await page.goto(`${server.url}/inbox/${id}`)
  await page.getByRole('button', { name: 'Mark as unread' }).last().click()
  await expect(page).toHaveURL(`${server.url}/inbox`)
  await expect(page.getByRole('link', { name: 'Inbox 1 unread' })).toBeVisible()
})

test('search and filters find conversations, page by page', async ({ page, emptyServer: server }) => {
  const { client, mailboxId, sequenceId, ann } = await startConversation(page, server, 'Größe 42 gefällt mir')
  const { id: me } = await client.ok('GET', '/api/auth/me')
  await addConversations(
    server,
    me,
    mailboxId,
    Array.from({ length: 55 }, (_, index) => `Person${index}`),
  )
  await page.goto(`${server.url}/inbox`)
  await expect(rows(page)).toHaveCount(50)
  await list(page).getByRole('link', { name: 'Older' }).click()
  await expect(rows(page)).toHaveCount(6)
  await list(page).getByRole('link', { name: 'Newest' }).click()
  await expect(rows(page)).toHaveCount(50)
  for (const text of ['grosse 42', ann]) {
    await list(page).getByRole('searchbox').fill(text)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Ann')
  }
  // The link keeps the search beside the open conversation.
  await rows(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/inbox\/[0-9a-f-]{36}\?q=/)
  await page.goto(`${server.url}/inbox?tab=all&sequenceId=${sequenceId}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(list(page).getByLabel('Sequence')).toHaveValue(sequenceId)
})

test('ticked conversations change together @sweep', async ({ page, emptyServer: server }) => {
  const { client, mailboxId } = await startConversation(page, server)
  const { id: me } = await client.ok('GET', '/api/auth/me')
  await addConversations(server, me, mailboxId, ['Bea', 'Cem'])
  await page.goto(`${server.url}/inbox`)
  await expect(list(page).getByRole('button', { name: 'Mark as done' })).toBeHidden()
  await page.getByLabel('Select conversation with Bea').check()
  await page.getByLabel('Select conversation with Cem').check()
  await list(page).locator('summary[aria-label="Label"]').click()
  await list(page).getByRole('button', { name: 'Meeting booked', exact: true }).click()
  await expect(page.getByText('2 conversations labelled “Meeting booked”')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Meeting booked' })).toHaveCount(2)
  await page.getByLabel('Select conversation with Bea').check()
  await list(page).getByRole('button', { name: 'Mark as done' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Select conversation with Cem').check()
  await list(page).getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByText('Conversation marked as read')).toBeVisible()
  await page.getByLabel('Select conversation with Cem').check()
  await list(page).locator('summary[aria-label="Snooze"]').click()
  await list(page).getByRole('button', { name: 'Next week' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('the contact and its sequence are beside the conversation @sweep', async ({
  page,
  emptyServer: server,
}) => {
  const { client, id, ann, sequenceId } = await startConversation(page, server)
  const other = await client.ok('POST', '/api/sequences', { name: 'Second', timezone: 'UTC' })
  const persona = await client.ok('POST', '/api/personas', {
    ...{ name: 'Warm', industry: 'I', jobTitle: 'J', location: 'L' },
  })
  // Everything leads back to the same rows of the list.
  const here = `${server.url}/inbox/${id}?tab=all&sequenceId=${sequenceId}`
  await page.goto(here)
  const panel = page.getByRole('region', { name: 'Contact', exact: true })
  await expect(panel.getByText(ann)).toBeVisible()
  await expect(panel.getByRole('list', { name: 'Sequences' })).toContainText('the contact replied')

  await panel.getByRole('link', { name: 'Add to a sequence' }).click()
  await page.getByRole('dialog').getByLabel('Sequence').selectOption(other.id)
  await page.getByRole('button', { name: 'Add 1 to Sequence' }).click()
  await expect(page).toHaveURL(here)
  await expect(panel.getByRole('list', { name: 'Sequences' })).toContainText('Second')

  await panel.getByRole('link', { name: 'Add to a list' }).click()
  await page.getByRole('dialog').getByLabel('Email list').selectOption(persona.id)
  await page.getByRole('button', { name: 'Add to List' }).click()
  await expect(page.getByText('Added to the email list')).toBeVisible()

  await panel.getByRole('link', { name: 'Edit contact' }).click()
  await page.getByLabel('Last Name').fill('Arbor')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(here)
  await expect(panel.getByRole('link', { name: 'Ann Arbor' })).toBeVisible()

  const actions = panel.getByRole('listitem').filter({ hasText: 'Second' })
  await actions.locator('summary').click()
  await actions.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(here)
  await expect(page.getByText('Stopped for this contact')).toBeVisible()

  await panel.getByRole('link', { name: 'Do not contact' }).click()
  await page.getByRole('dialog').getByLabel('Everyone at people.example').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Do not contact' }).click()
  await expect(page.getByText('people.example gets no more emails')).toBeVisible()
  const { sql } = server.database
  expect(await sql`select domain from suppressions where domain = 'people.example'`).toHaveLength(1)
})

test('the original is shown without scripts, and images only on request', async ({
  page,
  emptyServer: server,
}) => {
  const { client, id } = await startConversation(page, server)
  const { sql } = server.database
  await sql`
    update inbound_messages set body = text || E'\n\n> What you wrote', html = '<p onclick="x()">Rich <b>reply</b></p>
      <script>alert(1)</script><img src="https://tracker.example/a.png"><a href="https://meet.example">Meet</a>'
    where conversation_id = ${id}`
  await page.goto(`${server.url}/inbox/${id}`)
  const message = page.getByRole('list', { name: 'Messages' }).locator('> li').last()
  await expect(message.getByText('> What you wrote')).toBeHidden()
  await message.getByText('Show quoted text').click()
  await expect(message.getByText('> What you wrote')).toBeVisible()
  await message.getByText('Show original').click()
  const frame = message.frameLocator('iframe')
  await expect(frame.getByText('Rich reply')).toBeVisible()
  const address = (await message.locator('iframe').getAttribute('src'))!
  const plain = await client.request('GET', address)
  expect(plain.headers.get('content-security-policy')).toMatch(/default-src 'none'.*img-src data:;.*sandbox/)
  expect(await plain.text()).not.toMatch(/script|onclick|tracker/)
  const loaded: string[] = []
  await page.route('https://tracker.example/**', (route) => {
    loaded.push(route.request().url())
    return route.fulfill({ contentType: 'image/gif', body: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64') })
  })
  await message.getByText('Load images').click()
  await expect(frame.getByText('Rich reply')).toBeVisible()
  await expect.poll(() => loaded).toEqual(['https://tracker.example/a.png'])
  const withImages = await client.request('GET', `${address}?images=1`)
  expect(withImages.headers.get('content-security-policy')).toContain('img-src data: https:;')
})

test('the collapsed sidebar marks unread conversations @sweep', async ({ page, emptyServer: server }) => {
  const { client, id } = await startConversation(page, server)
  await page.context().addCookies([{ name: 'sidebar', value: 'collapsed', url: server.url }])
  await page.goto(`${server.url}/sequences`)
  await expect(page.getByText('1 unread conversation', { exact: true })).toBeAttached()
  await client.ok('PATCH', `/api/conversations/${id}`, { unread: false })
  await page.reload()
  await expect(page.getByText('1 unread conversation', { exact: true })).toHaveCount(0)
})
