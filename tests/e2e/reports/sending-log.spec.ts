import { readFileSync } from 'node:fs'
import type { Client } from '../../support/client'
import { GROUP, makeSequence } from '../sequences/support'
import { expect, failChanges, type Page, signIn, test } from '../support'

const AT = '/campaign-builder/email-sending'

/** A toast has this title, and below it this text. */
const says = (page: Page, title: string, text: string) =>
  expect(page.getByRole('status').filter({ hasText: title }).first()).toHaveText(title + text)

/** An email that was really sent, to Ann. */
async function sendOne(client: Client) {
  await client.connectMailbox('sender@coldframe.example')
  const { id } = await makeSequence(client, 1)
  const list = await client.ok('POST', '/api/personas', { name: 'People', ...GROUP })
  await client.ok('POST', '/api/contacts', {
    email: 'ann@people.example',
    firstName: 'Ann',
    personaId: list.id,
  })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 4 * 1440 })
  const [message] = await client.ok('GET', '/sandbox/messages?to=ann@people.example')
  return { id, message: message.id as string }
}

test('filters the log and emails a download link', async ({
  page,
  emptyServer: server,
  javaScriptEnabled,
}) => {
  const { client, user } = await signIn(page, server)
  await page.goto(server.url + AT)
  await expect(page.getByText('No emails yet')).toBeVisible()
  await page.getByRole('button', { name: 'Download' }).click()
  await says(page, 'No emails to export', 'No sent email matches the filters.')

  await sendOne(client)
  await page.goto(server.url + AT)
  const row = page.getByRole('row', { name: /Ann/ })
  await expect(row).toContainText('ann@people.example')
  await expect(row).toContainText('Not Open')
  await page.getByLabel('Status').selectOption('Reply')
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('No emails match')).toBeVisible()
  await page.goto(`${server.url}${AT}?status=Not+Open`)
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText('Export in Progress').first()).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Export of Emails' })
  await expect(dialog).toBeVisible()
  const link = dialog.getByRole('link', { name: 'Download' })
  await expect(async () => {
    if (!javaScriptEnabled) await page.reload()
    await expect(link).toBeVisible({ timeout: 1000 })
  }).toPass()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const [header, line] = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(header).toContain('Recipient,Email,Subject,Sequence,Status,Sent At')
  expect(line).toMatch(/^Ann,ann@people\.example,Hello,First contact,Not Open,/)
  await expect
    .poll(async () => (await client.ok('GET', `/sandbox/messages?to=${user.email}`)).length)
    .toBeGreaterThan(0)
  const [mail] = await client.ok('GET', `/sandbox/messages?to=${user.email}`)
  expect(mail.text).toMatch(/email-sending\/exports\/[0-9a-f-]{36}/)
})

test('exports with the filters on screen @sweep', async ({ page, emptyServer: server }) => {
  const { client } = await signIn(page, server)
  await sendOne(client)
  await page.goto(server.url + AT)
  // With scripts the filter applies itself; here its request is still pending.
  await page.route('**/email-sending*.data?*status=*', () => {}, { times: 1 })
  await page.getByLabel('Status').selectOption('Reply')
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText('No emails to export').first()).toBeVisible()
  const [job] = await server.database.sql`select count(*)::int as n from queue_jobs where type = 'export'`
  expect(job!.n).toBe(0)
})

test('reports an export that cannot start @js-only @sweep', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(server.url + AT)
  await failChanges(page)
  await page.getByRole('button', { name: 'Download' }).click()
  await says(page, 'Export failed', 'Please try again in a moment.')
})

test('reports a refused export with its reason @sweep', async ({ page, emptyServer: server }) => {
  const { client } = await signIn(page, server)
  const { id } = await sendOne(client)
  await page.goto(`${server.url}${AT}?sequenceId=${id}`)
  await client.ok('DELETE', `/api/sequences/${id}?force=true`)
  await page.getByRole('button', { name: 'Download' }).click()
  await says(page, 'Export failed', 'Sequence not found')
  await expect(page.getByRole('row', { name: /Ann/ })).toBeVisible()
})

test('the page of an email shows content, headers, reasons and events', async ({
  page,
  emptyServer: server,
}) => {
  const { client } = await signIn(page, server)
  const { message } = await sendOne(client)
  await client.ok('POST', `/sandbox/messages/${message}/open`)
  await client.ok('POST', `/sandbox/messages/${message}/reply`, { text: 'Tell me more' })
  const opens = async () => {
    const [row] = await server.database
      .sql`select count(*)::int as n from tracking_events where type = 'open'`
    return row!.n
  }
  const before = await opens()
  await page.goto(server.url + AT)
  await page.getByRole('row', { name: /Ann/ }).getByRole('link', { name: 'Hello' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Reply', { exact: true }).first()).toBeVisible()
  await expect(page.frameLocator('iframe[title="HTML body"]').getByText('Hello')).toBeVisible()
  await expect(main.getByText('List-Unsubscribe-Post')).toBeVisible()
  await expect(main.getByText('Accepted by the mail server')).toBeVisible()
  await expect(main.getByText('By a person')).toBeVisible()
  await expect(main.getByText('Tell me more')).toBeVisible()
  await expect(main.getByText(/was due: sending started/).first()).toBeVisible()
  // Viewing the email here is not an open.
  expect(await opens()).toBe(before)
})

test('keeps the tab in the hash, and cuts card excerpts at 100 characters @sweep', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { client } = await signIn(page, server)
  const text = 'Dear friend, '.repeat(20)
  await client.ok('POST', '/api/templates', {
    name: 'Introduction',
    subject: 'Hello',
    htmlBody: `<p>${text}</p>`,
    plainTextBody: 'Dear friend',
  })
  await page.goto(server.url + AT)
  await expect(page.getByText('No emails yet')).toBeVisible()
  await page.getByRole('link', { name: 'Templates', exact: true }).last().click()
  if (javaScriptEnabled) await expect(page).toHaveURL(`${server.url}${AT}#templates`)
  const main = page.getByRole('main')
  await expect(main.getByText('HTML + Text')).toBeVisible()
  await expect(main.getByText(/^Created /)).toBeVisible()
  await expect(main.getByText(`${text.slice(0, 100).trimEnd()}…`, { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Preview Introduction' })).toHaveAttribute(
    'href',
    /\/templates\/[0-9a-f-]{36}\/preview$/,
  )
  await main.getByRole('link', { name: 'All Emails' }).click()
  await expect(page.getByText('No emails yet')).toBeVisible()
  await expect(page).toHaveURL(server.url + AT)
  await page.goto(`${server.url}${AT}#templates`)
  await expect(main.getByText('HTML + Text')).toBeVisible()
  // No server knows the hash: without scripts nothing can say so.
  if (javaScriptEnabled) await expect(main.locator('nav [aria-current=page]')).toHaveText(['Templates'])
})
