import type { TestServer } from '../../support/launch'
import { passAxe } from '../axe'
import { expect, type Page, signIn, stopClock, test } from '../support'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const bell = (page: Page) => sidebar(page).getByRole('link', { name: /^Notifications/ })

/** Adds `n` quota notifications to a user. */
const notify = ({ database: { sql } }: TestServer, userId: string, n: number) => sql`
  insert into notifications (user_id, type, title, message, metadata)
  select ${userId}, 'quota_exceeded', 'Quota Exceeded', 'sender@coldframe.example has reached its daily limit.',
    '{"sequenceName": "Spring round", "contactEmail": "ann@people.example", "accountEmail": "sender@coldframe.example"}'
  from generate_series(1, ${n}::int)`

test('the bell counts, lists, marks as read and dismisses @js-only @sized', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('GET', '/api/auth/me')
  await notify(server, id, 11)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(`${server.url}/settings`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 11 unread')
  await expect(bell(page)).toHaveText('9+')
  expect(asked).not.toContain('GET /api/notifications')

  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(11)
  expect(asked).toContain('GET /api/notifications')
  await expect(list.getByText('Quota Exceeded').first()).toBeVisible()
  for (const words of ['Spring round', 'ann@people.example', 'sender@coldframe.example'])
    await expect(list.getByText(words, { exact: true }).first()).toBeVisible()
  await list.evaluate((shown) =>
    Promise.all(shown.getAnimations({ subtree: true }).map((animation) => animation.finished)),
  )
  expect((await list.locator('ul').locator('..').boundingBox())!.height).toBeCloseTo(400)
  await passAxe(page, '[role=dialog]')

  await list.getByRole('button', { name: 'Mark as read: Quota Exceeded' }).first().click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 10 unread')
  await list.getByRole('button', { name: 'Dismiss: Quota Exceeded' }).last().click()
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expect(bell(page)).toHaveText('9')

  await server.database.sql`delete from notifications where user_id = ${id}`
  await list.getByRole('button', { name: 'Mark as read: Quota Exceeded' }).first().click()
  await expect(page.getByRole('status').getByText('Failed to mark as read')).toBeVisible()
  await list.getByRole('button', { name: 'Dismiss: Quota Exceeded' }).first().click()
  await expect(page.getByRole('status').getByText('Failed to dismiss notification')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
})

test('polls the count every 30 seconds in a visible tab @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('GET', '/api/auth/me')
  await stopClock(page)
  await page.goto(`${server.url}/settings`)
  let looks = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notifications/count')) looks += 1
  })
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await page.clock.runFor(29_000)
  expect(looks).toBe(0)
  await notify(server, id, 2)
  await page.clock.runFor(2000)
  await expect(bell(page)).toHaveText('2')
  expect(looks).toBe(1)

  await hide(true)
  await page.clock.runFor(120_000)
  expect(looks).toBe(1)
  await notify(server, id, 1)
  await hide(false)
  await expect(bell(page)).toHaveText('3')
  expect(looks).toBe(2)
  await page.clock.runFor(31_000)
  await expect.poll(() => looks).toBe(3)
})

test('marks all as read, and shows older ones in pages @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('GET', '/api/auth/me')
  await notify(server, id, 60)
  await page.goto(`${server.url}/notifications`)
  const main = page.getByRole('main')
  await expect(main.getByText('60 unread')).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveCount(50)
  await main.getByRole('link', { name: 'Older' }).click()
  await expect(main.getByRole('listitem')).toHaveCount(10)
  await main.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(main.getByText('All caught up')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  expect(await client.ok('GET', '/api/notifications/count')).toEqual({ count: 0 })
})

test('the bell marks all as read @js-only @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('GET', '/api/auth/me')
  await notify(server, id, 3)
  await page.goto(`${server.url}/settings`)
  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(list.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
})

test('the screen works like the bell @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('GET', '/api/auth/me')
  await notify(server, id, 1)
  await page.goto(`${server.url}/notifications`)
  const main = page.getByRole('main')
  await expect(main.getByText('1 unread')).toBeVisible()
  await main.getByRole('button', { name: 'Mark as read: Quota Exceeded' }).click()
  await expect(main.getByText('All caught up')).toBeVisible()
  await main.getByRole('button', { name: 'Dismiss: Quota Exceeded' }).click()
  await expect(main.getByText('No notifications')).toBeVisible()

  await notify(server, id, 1)
  await page.goto(`${server.url}/notifications`)
  await server.database.sql`delete from notifications where user_id = ${id}`
  await main.getByRole('button', { name: 'Dismiss: Quota Exceeded' }).click()
  await expect(page.getByText('Failed to dismiss notification').first()).toBeVisible()
})

test('undoes an opt-out from its notification', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await client.ok('GET', '/api/auth/me')
  const list = await client.ok('POST', '/api/personas', {
    ...{ name: 'P', industry: 'I', jobTitle: 'J', location: 'L' },
  })
  const contact = await client.ok('POST', '/api/contacts', {
    ...{ email: 'bo@people.example', personaId: list.id, unsubscribed: true },
  })
  const { sql } = server.database
  await sql`
    insert into notifications (user_id, type, title, message, metadata)
    values (${id}, 'system', 'Contact unsubscribed by reply', 'bo@people.example asked for no more emails.',
      jsonb_build_object('contactId', ${contact.id}::text, 'undo', 'unsubscription'))`
  const isUnsubscribed = async () =>
    (await client.ok('GET', `/api/contacts/${contact.id}`)).unsubscribed as boolean

  await page.goto(`${server.url}/notifications`)
  const item = page.getByRole('main').getByRole('listitem')
  await expect(item.getByRole('link', { name: 'Open contact' })).toHaveAttribute(
    'href',
    `/contacts/${contact.id}`,
  )
  expect(await isUnsubscribed()).toBe(true)
  await item.getByRole('button', { name: 'Undo: Contact unsubscribed by reply' }).click()
  await expect(page.getByRole('status').getByText('Unsubscription undone')).toBeVisible()
  await expect(item.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  expect(await isUnsubscribed()).toBe(false)
})
