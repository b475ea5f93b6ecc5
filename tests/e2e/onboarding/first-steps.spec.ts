import { passAxe } from '../axe'
import { expect, type Page, signIn, test } from '../support'

const card = (page: Page) => page.getByRole('complementary', { name: /^First steps/ })
const items = (page: Page) => card(page).getByRole('listitem')
const DONE = /: done/

test('shows the first steps with links and ticks', async ({ page, server, javaScriptEnabled }) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/personas`)
  await expect(items(page)).toHaveCount(5)
  await expect(items(page).filter({ hasText: DONE })).toHaveCount(0)
  if (javaScriptEnabled) await passAxe(page, 'main')

  await client.connectMailbox('sender@coldframe.example')
  await card(page).getByRole('link', { name: 'Add a mailbox' }).click()
  await expect(page).toHaveURL(`${server.url}/connection/gmail`)
  await expect(items(page).nth(0)).toHaveText(/Add a mailbox: done/)
  await expect(items(page).filter({ hasText: DONE })).toHaveCount(1)

  for (const [label, path] of [
    ['Fill an email list', '/personas'],
    ['Write a template', '/campaign-builder/email-sending/templates'],
    ['Set up a sequence', '/sequences'],
    ['Activate it', '/sequences'],
  ] as const)
    await expect(card(page).getByRole('link', { name: label })).toHaveAttribute('href', path)
  // A dialog does not take it away; a screen of its own has none.
  await page.goto(`${server.url}/personas/new`)
  await expect(card(page)).toHaveCount(1)
  await page.goto(`${server.url}/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('shows the first steps on the support page until they are done @sweep', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  await page.goto(`${server.url}/support-chat`)
  const first = page.getByRole('heading', { level: 2 }).first()
  await expect(first).toHaveText('First steps')
  await expect(page.getByRole('link', { name: 'Add a mailbox' })).toHaveAttribute('href', '/connection/gmail')

  await client.connectMailbox('sender@coldframe.example')
  const list = await client.ok('POST', '/api/personas', {
    name: 'People',
    industry: 'Software',
    jobTitle: 'CTO',
    location: 'Berlin',
  })
  await client.ok('POST', '/api/contacts', { email: 'ann@people.example', personaId: list.id })
  const template = await client.ok('POST', '/api/templates', {
    name: 'Hello',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'Outreach', timezone: 'Europe/Paris' })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, { templateId: template.id, delayDays: 1 })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: DONE })).toHaveCount(4)
  if (javaScriptEnabled) await passAxe(page)

  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  await page.reload()
  await expect(first).toHaveText('Your first sequence')
  await page.goto(`${server.url}/sequences`)
  await expect(page.getByRole('heading', { name: 'Sequences', level: 1 })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('keeps dismissed first steps hidden @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/sequences`)
  await card(page).getByRole('button', { name: 'Dismiss the first steps' }).click()
  await expect(card(page)).toHaveCount(0)
  await expect(page).toHaveURL(`${server.url}/sequences`)
  await expect(page.getByText('Checklist dismissed').first()).toBeVisible()
  await page.goto(`${server.url}/personas`)
  await expect(page.getByRole('heading', { name: 'Email Lists', level: 1 })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await page.goto(`${server.url}/support-chat`)
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0)
})

test('empty lists link to the next step', async ({ page, server }) => {
  await signIn(page, server)
  for (const [at, title, next, link, to] of [
    ['/personas', 'No email lists yet', /add contacts, then link it/, 'Create Email List', '/personas/new'],
    ['/contacts', 'No contacts yet', /Create a list, then add contacts/, 'Go to Email Lists', '/personas'],
    [
      '/sequences',
      'No sequences yet',
      /add steps and a list/,
      'Create Your First Sequence',
      '/sequences/new',
    ],
    [
      '/campaign-builder/email-sending/templates',
      'No templates yet',
      /choose it in the steps of a sequence/,
      /Create/,
      '/campaign-builder/email-sending/templates/new',
    ],
    [
      '/campaign-builder/email-sending',
      'No emails yet',
      /Activate a sequence/,
      'Go to Sequences',
      '/sequences',
    ],
    [
      '/connection/gmail',
      'No accounts connected',
      /Sequences send emails from your mailboxes/,
      /SMTP/,
      '/connection/gmail/smtp/new',
    ],
    ['/workflows', 'No workflows yet', /adds them to the email lists/, /Create/, '/workflows/create'],
  ] as const) {
    await page.goto(`${server.url}${at}`)
    const main = page.getByRole('main')
    await expect(main.getByText(title)).toBeVisible()
    await expect(main.getByText(next)).toBeVisible()
    await expect(main.getByRole('link', { name: link }).last()).toHaveAttribute('href', to)
  }
})

test('offers sample data to an empty account and shows the progress @sweep', async ({
  page,
  emptyServer: server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/sequences`)
  const sample = page.getByRole('complementary', { name: 'Sample data' })
  await sample.getByRole('button', { name: 'Load sample data' }).click()
  await expect(sample.getByRole('progressbar', { name: 'Sample data' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Planning in one place' })).toBeVisible({ timeout: 300_000 })
  await expect(sample).toHaveCount(0, { timeout: 300_000 })
  await expect(card(page)).toHaveCount(0)
})
