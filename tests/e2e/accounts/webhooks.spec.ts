import { isSignedBy, startReceiver } from '../../support/receiver'
import { expect, signIn, test } from '../support'

test('adds a webhook, tests it, sends an event again, replaces its secret and deletes it', async ({
  page,
  server,
  afterPage,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const receiver = await startReceiver((_, n) => ({ status: n === 1 ? 500 : 200, body: `answer ${n}` }))
  afterPage.push(receiver.close)
  await page.goto(`${server.url}/settings/webhooks`)
  await expect(page.getByText('No webhooks')).toBeVisible()
  await page.getByRole('link', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')

  // Refusals keep what was typed and chosen.
  await dialog.getByLabel('Address').fill('nowhere')
  await dialog.getByRole('checkbox', { name: 'All events' }).uncheck()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Must be an address such as https://example.com/hooks')).toBeVisible()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await expect(dialog.getByLabel('Address')).toHaveValue('nowhere')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('checkbox', { name: 'A contact was added contact.created' }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('heading', { name: 'Webhook added' })).toBeVisible()
  const secret = await page.getByLabel('Signing secret').inputValue()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Webhook', exact: true })).toBeVisible()
  await expect(page.getByText('Nothing sent yet')).toBeVisible()

  // A test is retried; its delivery shows the responses.
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('Test event queued')).toBeVisible()
  await expect.poll(() => receiver.hooks.length).toBe(2)
  expect(isSignedBy(secret, receiver.hooks[0]!)).toBe(true)
  const delivered = page.getByRole('link', { name: /webhook\.test Delivered/ })
  await expect(async () => {
    // With scripts, the screen follows by itself.
    if (!javaScriptEnabled) await page.reload()
    await expect(delivered).toBeVisible({ timeout: 500 })
  }).toPass()
  await delivered.click()
  await expect(dialog.getByText('answer 2')).toBeVisible()
  await expect(dialog.getByText('"type": "webhook.test"')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Event queued again')).toBeVisible()
  await expect.poll(() => receiver.hooks.length).toBe(3)
  expect(receiver.hooks[2]!.id).toBe(receiver.hooks[0]!.id)

  // Both secrets sign for a while.
  await page.getByRole('link', { name: 'Replace secret' }).click()
  await dialog.getByRole('button', { name: 'Replace secret' }).click()
  const renewed = await page.getByLabel('Signing secret').inputValue()
  expect(renewed).not.toBe(secret)
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText(/The previous secret remains valid until/)).toBeVisible()
  await client.ok('POST', '/api/contacts', { email: 'new@people.example' })
  await expect.poll(() => receiver.types().at(-1)).toBe('contact.created')
  expect([secret, renewed].map((one) => isSignedBy(one, receiver.hooks.at(-1)!))).toEqual([true, true])

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'A contact was added contact.created' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'All events' }).check()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Webhook updated')).toBeVisible()
  await expect(page.getByText('All events')).toBeVisible()

  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Webhook switched off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Webhook switched on')).toBeVisible()

  await page.getByRole('link', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Webhook deleted')).toBeVisible()
  await expect(page.getByText('No webhooks')).toBeVisible()
})

test('says why a webhook was switched off @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  await server.database.sql`
    update webhook_endpoints set active = false, off_reason = 'failing', failing_since = now() - interval '3 days'
    where id = ${id}`
  await page.goto(`${server.url}/settings/webhooks`)
  await expect(
    page.getByText(/switched this webhook off: the server accepted no event for three days/),
  ).toBeVisible()
  await page.getByRole('link', { name: 'http://127.0.0.1:9/', exact: true }).click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Webhook switched on')).toBeVisible()
  await expect(page.getByText(/the server accepted no event/)).toHaveCount(0)
})

test('says why a delivery has no body @sweep', async ({ page, server }) => {
  const { client, user } = await signIn(page, server)
  const { id } = await client.ok('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  await client.ok('PATCH', `/api/webhooks/${id}`, { active: false })
  const add = async (attempts: number) => {
    const { sql } = server.database
    const [event] = await sql`
      insert into webhook_events (user_id, type, object_id) values (${user.id}, 'contact.created', uuid_v7()) returning id, object_id, n`
    const [row] = await sql`
      insert into webhook_deliveries (user_id, endpoint_id, event_id, object_id, n, state, attempts)
      values (${user.id}, ${id}, ${event!.id}, ${event!.object_id}, ${event!.n}, ${attempts > 0 ? 'delivered' : 'pending'}, ${attempts})
      returning id`
    return row!.id
  }
  await page.goto(`${server.url}/settings/webhooks/${id}/deliveries/${await add(1)}`)
  await expect(page.getByText('Removed, because the person was erased.')).toBeVisible()
  await page.goto(`${server.url}/settings/webhooks/${id}/deliveries/${await add(0)}`)
  await expect(
    page.getByText('Not created yet: Coldframe writes the body at the first attempt.'),
  ).toBeVisible()
})
