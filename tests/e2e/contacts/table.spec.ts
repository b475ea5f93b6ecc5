import { passAxe } from '../axe'
import { makeList, toast } from '../sequences/support'
import { expect, signIn, test } from '../support'

const PEOPLE = Array.from({ length: 25 }, (_, i) => ({
  email: `p${i}@people.example`,
  firstName: `Ann ${i}`,
  city: i % 2 === 0 ? 'Berlin' : 'Paris',
}))

test('a filter is built and saved as a view, and all that match are tagged at once @no-js', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer()
  const { client } = await signIn(page, server)
  const scripted = test.info().project.name !== 'no-js'
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await client.ok('POST', '/api/contacts/upsert', { mode: 'fill', contacts: PEOPLE })

  await page.goto(`${server.url}/contacts`)
  await main.getByRole('link', { name: 'Add filter' }).click()
  await dialog.getByLabel('Field').selectOption({ label: 'City' })
  if (scripted) await expect(page).toHaveURL(/0\.field=city/)
  await dialog.getByLabel('How it is compared').selectOption({ label: 'is' })
  await dialog.getByRole('button', { name: 'Show contacts' }).last().click()
  await expect(dialog.getByRole('alert')).toContainText('city is needs a text')
  await dialog.getByLabel('Value').fill('Berlin')
  if (scripted) await passAxe(page)
  await dialog.getByRole('button', { name: 'Show contacts' }).last().click()
  await expect(main.getByText('City is "Berlin"')).toBeVisible()
  await expect(main.getByText('1–13 of 13')).toBeVisible()

  await main.getByRole('link', { name: 'Columns' }).click()
  await dialog.getByLabel('Another column').selectOption({ label: 'City' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('button', { name: 'Move up: City' }).click()
  await dialog.getByRole('button', { name: 'Show columns' }).last().click()
  await expect(main.getByRole('columnheader').nth(5)).toHaveText('City')

  await main.getByRole('link', { name: 'Save as view' }).click()
  await dialog.getByLabel('Name').fill('Berliners')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await toast(page, 'View saved')
  await page.goto(`${server.url}/contacts`)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Berliners' }).click()
  await expect(main.getByText('1–13 of 13')).toBeVisible()
  if (scripted) await passAxe(page)

  if (scripted) {
    // A page of the view has all of them, so the whole list is chosen by its filter from the page of all contacts.
    await main.getByLabel('Select all on this page').check()
    await main.getByRole('button', { name: 'Change 13' }).click()
  } else await main.getByRole('link', { name: 'Change all that match' }).click()
  await dialog.getByRole('link', { name: 'Add tags' }).click()
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('spring, fair')
  await dialog.getByRole('button', { name: 'Add tags' }).click()
  await expect(dialog.getByText('Done: 13 contacts of 13.')).toBeVisible({ timeout: 15_000 })
  const { contacts } = await client.ok('GET', '/api/contacts?limit=100')
  const tagged = contacts.filter(({ tags }: { tags: string[] }) => tags.join() === 'spring,fair')
  expect(tagged.map(({ city }: { city: string }) => city)).toEqual(Array(13).fill('Berlin'))
  await dialog.getByRole('button', { name: 'Undo' }).click()
  const undone = page.getByRole('dialog', { name: 'Undone' })
  await expect(undone.getByText('Done: 13 contacts of 13.')).toBeVisible({ timeout: 15_000 })
  expect((await client.ok('GET', '/api/contacts?tag=spring')).contacts).toEqual([])
})

test('presses on a form that is loading are done one after another @js-only', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await client.ok('POST', '/api/contacts', { email: 'ann@pressed.example' })
  await page.goto(`${server.url}/contacts-hub/companies/columns`)
  const dialog = page.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true }).last().elementHandle()
  const presses = ['Remove: Emails sent', 'Move up: Stopped', 'Move up: Stopped', 'Show columns']
  const buttons = await Promise.all(presses.map(button))
  // In one task, so that nothing arrives and nothing is rendered between them.
  await page.evaluate((pressed) => {
    for (const one of pressed) (one as HTMLElement).click()
  }, buttons)
  const heads = page.getByRole('main').getByRole('columnheader')
  await expect(heads).toHaveText(['Company', 'Stopped', 'Contacts', 'Last reply'])
})

test('companies of a view, with the columns that the user keeps @no-js', async ({ page, startOwnServer }) => {
  const server = await startOwnServer()
  const { client } = await signIn(page, server)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await client.ok('POST', '/api/contacts/upsert', { mode: 'fill', contacts: PEOPLE })
  const filter = { all: [{ field: 'city', op: 'is', value: 'Berlin' }] }
  await client.ok('POST', '/api/contact-views', { name: 'Berliners', filter })

  await page.goto(`${server.url}/contacts-hub/companies?q=people`)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Berliners' }).click()
  await expect(main.getByText('Only contacts where City is "Berlin".')).toBeVisible()
  await expect(main.getByRole('cell').nth(1)).toContainText('13')

  await main.getByRole('link', { name: 'Columns' }).click()
  await dialog.getByRole('button', { name: 'Remove: Emails sent' }).click()
  await dialog.getByRole('button', { name: 'Move up: Stopped' }).click()
  await dialog.getByRole('button', { name: 'Show columns' }).last().click()
  const heads = main.getByRole('columnheader')
  await expect(heads).toHaveText(['Company', 'Contacts', 'Stopped', 'Last reply'])
  await expect(main.getByText('Only contacts where City is "Berlin".')).toBeVisible()
  await page.goto(`${server.url}/contacts-hub/companies`)
  await expect(heads).toHaveText(['Company', 'Contacts', 'Stopped', 'Last reply'])

  await main.getByRole('link', { name: 'Columns' }).click()
  await dialog.getByRole('button', { name: 'Usual columns' }).click()
  await expect(heads).toHaveText(['Company', 'Contacts', 'Emails sent', 'Last reply', 'Stopped'])
})

test('a dynamic list made of a filter feeds a running sequence @no-js', async ({ page, startOwnServer }) => {
  const server = await startOwnServer()
  const { client } = await signIn(page, server)
  const dialog = page.getByRole('dialog')
  await client.connectMailbox('sender@coldframe.example')
  await client.ok('POST', '/api/contacts/upsert', { mode: 'fill', contacts: PEOPLE })
  const filter = JSON.stringify({ all: [{ field: 'tags', op: 'is', value: 'hot' }] })
  await page.goto(`${server.url}/contacts?filter=${encodeURIComponent(filter)}`)
  await page.getByRole('main').getByRole('link', { name: 'Save as dynamic list' }).click()
  const fields = { Name: 'Hot', Industry: 'Software', 'Job Title': 'CTO', Location: 'Berlin' }
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Create dynamic list' }).click()
  await toast(page, 'Dynamic list created')
  await expect(page.getByText('Tags is "hot"')).toBeVisible()
  const [list] = await client.ok('GET', '/api/personas')
  expect(list).toMatchObject({ isDynamic: true, contactCount: 0 })
  await page.getByRole('link', { name: 'Show them in Contacts' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Edit filter' }).click()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('warm')
  await dialog.getByRole('button', { name: 'Show contacts' }).last().click()
  await page.getByRole('main').getByRole('link', { name: 'Save as dynamic list' }).click()
  await dialog.getByRole('link', { name: 'Change a list that you have' }).click()
  await dialog.getByLabel('Dynamic list').selectOption('Hot')
  await dialog.getByRole('button', { name: 'Change the list' }).click()
  await toast(page, 'Dynamic list changed')
  await expect(page.getByText('Tags is "warm"')).toBeVisible()

  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>Hi</p>',
  })
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Hot leads' })
  await client.ok('POST', `/api/sequences/${id}/steps`, { templateId: template.id, delayDays: 0 })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  const { contacts } = await client.ok('GET', '/api/contacts?email=p7%40people.example')
  await client.ok('PATCH', `/api/contacts/${contacts[0].id}`, { tags: ['warm'] })
  await expect
    .poll(async () => (await client.ok('GET', `/api/sequences/${id}/contacts`)).contacts.length)
    .toBe(1)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 3 * 24 * 60 })
  expect((await client.sandboxMails()).map(({ to }) => to)).toEqual(['p7@people.example'])
})

test('a task is added on a contact, is in the bell on its day, and is done @no-js', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer()
  const { client } = await signIn(page, server)
  const scripted = test.info().project.name !== 'no-js'
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await makeList(client, 'CTOs')
  const ann = await client.ok('POST', '/api/contacts', { email: 'ann@people.example', firstName: 'Ann' })
  const { now } = await client.ok('GET', '/sandbox/clock')
  const tomorrow = new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${server.url}/contacts/${ann.id}`)
  await main.getByRole('link', { name: 'Add task' }).click()
  await dialog.getByLabel('What is to be done').fill('Ask for the renewal')
  await dialog.getByLabel('On', { exact: true }).fill(tomorrow)
  await dialog.getByRole('button', { name: 'Add task' }).click()
  await toast(page, 'Task added')
  await expect(main.getByText('Ask for the renewal')).toBeVisible()
  expect(await client.ok('GET', '/api/notifications')).toEqual([])
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * 24 * 60 })
  expect(await client.ok('GET', '/api/notifications')).toMatchObject([{ title: '1 task is due' }])
  await page.goto(`${server.url}/contacts-hub/tasks`)
  await expect(main.getByRole('listitem').filter({ hasText: 'Ask for the renewal' })).toContainText('Ann')
  if (scripted) await passAxe(page)
  await main.getByRole('button', { name: 'Mark "Ask for the renewal" as done' }).click()
  await toast(page, 'Task done')
  await expect(main.getByText('Nothing is due today')).toBeVisible()
  expect(await client.ok('GET', '/api/tasks?done=true')).toMatchObject([{ title: 'Ask for the renewal' }])
})
