import type { TestServer } from '../../support/launch'
import { passAxe } from '../axe'
import { expect, type Page, test } from '../support'
import { pass, startConversation, textsTo } from './support'

const form = (page: Page) => page.getByRole('form', { name: 'Answer' })
const to = (page: Page) => form(page).getByLabel('To', { exact: true })
const cc = (page: Page) => form(page).getByLabel('Cc', { exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Answer to Ann' })

/** Ann's reply went to Bob as well, and asks for answers at another address. */
const spread = ({ database: { sql } }: TestServer, id: string, bob: string, desk: string) => sql`
  update inbound_messages set cc = jsonb_build_array(jsonb_build_object('name', 'Bob', 'address', ${bob}::text)),
    reply_to = jsonb_build_array(jsonb_build_object('name', '', 'address', ${desk}::text)) where conversation_id = ${id}`

test('an answer shows whom it goes to, warns, and goes to all @no-js', async ({
  page,
  emptyServer: server,
  javaScriptEnabled,
}) => {
  const { client, ann, id } = await startConversation(page, server)
  const [bob, desk] = [`bob-${id.slice(0, 8)}@people.example`, `desk-${id.slice(0, 8)}@elsewhere.example`]
  await page.goto(`${server.url}/inbox/${id}`)
  await expect(to(page)).toHaveValue(ann)
  await expect(form(page).getByRole('status').first()).toBeEmpty()
  await spread(server, id, bob, desk)
  await page.reload()
  await expect(to(page)).toHaveValue(desk)
  await expect(form(page)).toContainText(`This answer goes to ${desk}, not to the contact’s address, ${ann}.`)
  await page.getByRole('button', { name: 'Answer all' }).click()
  await expect(form(page)).toContainText('This answer goes to')
  await expect(cc(page)).toHaveValue(bob)
  await to(page).fill(ann)
  await field(page).fill('For both of you')
  // axe runs in the page.
  if (javaScriptEnabled) await passAxe(page, '#answer')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sending in 10 seconds').first()).toBeVisible()
  await pass(client, 1)
  expect((await textsTo(client, ann)).at(-1)).toBe('For both of you')
  expect(await textsTo(client, bob)).toEqual(['For both of you'])
  expect(await textsTo(client, desk)).toEqual([])
})

test('an invalid address is refused by name, and what was typed stays', async ({
  page,
  emptyServer: server,
}) => {
  const { ann, id } = await startConversation(page, server)
  await page.goto(`${server.url}/inbox/${id}`)
  await to(page).fill(`${ann}, nobody`)
  await field(page).fill('Hello')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Not an email address: nobody')
  await expect(to(page)).toHaveValue(`${ann}, nobody`)
  await expect(field(page)).toHaveValue('Hello')
  await page.goto(`${server.url}/inbox/${id}`)
  await expect(to(page)).toHaveValue(`${ann}, nobody`)
})

test('an answer quotes the last message if the user wants it @no-js', async ({
  page,
  emptyServer: server,
}) => {
  const { client, ann, id } = await startConversation(page, server, 'Tell me more')
  await page.goto(`${server.url}/inbox/${id}`)
  await page.getByLabel('Quote the last message').check()
  await field(page).fill('Gladly')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sending in 10 seconds').first()).toBeVisible()
  await pass(client, 1)
  expect((await textsTo(client, ann)).at(-1)).toMatch(/^Gladly\n\nOn .* wrote:\n> Tell me more/)
})

test('recipients are saved with the draft while they are typed @js-only', async ({
  page,
  emptyServer: server,
}) => {
  const { client, ann, id } = await startConversation(page, server)
  await page.goto(`${server.url}/inbox/${id}`)
  await form(page).getByText('Cc and Bcc').click()
  await cc(page).fill('boss@people.example')
  await expect(page.getByText('Draft saved')).toBeVisible()
  expect(await client.ok('GET', `/api/conversations/${id}/draft`)).toMatchObject({
    to: [ann],
    cc: ['boss@people.example'],
    text: '',
  })
  await page.reload()
  await expect(cc(page)).toHaveValue('boss@people.example')
})
