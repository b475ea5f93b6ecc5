import type { Client } from '../../support/client'
import type { TestServer } from '../../support/launch'
import { expect, signIn, test } from '../support'

const addSmtp = (client: Client, server: TestServer, fields: Record<string, unknown> = {}) =>
  client.ok('POST', '/api/mail-accounts', {
    email: 'ann@sender.example',
    smtpHost: '127.0.0.1',
    smtpPort: server.port + 25,
    smtpSecure: false,
    password: 'sandbox',
    ...fields,
  })

test('adds an SMTP mailbox from a preset, and keeps typed values after a refusal', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/connection/gmail`)
  await page.getByRole('link', { name: 'Add SMTP Mailbox' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').selectOption('Sandbox mail server')
  if (!javaScriptEnabled) await dialog.getByRole('button', { name: 'Fill In' }).click()
  await expect(dialog.getByLabel('SMTP server')).toHaveValue('127.0.0.1')
  await expect(dialog.getByLabel('SMTP port')).toHaveValue(String(server.port + 25))
  await expect(dialog.getByLabel('IMAP encryption')).toHaveValue('false')
  await dialog.getByLabel('Email address').fill('ann@sender.example')
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByLabel('Daily limit').fill('25')
  await dialog.getByLabel('Signature').fill('Ann\nCompany')
  await dialog.getByRole('button', { name: 'Add Mailbox' }).click()
  await expect(dialog.getByText('The SMTP server refused the login: 535')).toBeVisible()
  await expect(dialog.getByText('enter it again')).toBeVisible()
  await expect(dialog.getByLabel('Password')).toHaveValue(javaScriptEnabled ? 'wrong' : '')
  await expect(dialog.getByLabel('Email address')).toHaveValue('ann@sender.example')
  await expect(dialog.getByLabel('SMTP port')).toHaveValue(String(server.port + 25))
  await expect(dialog.getByLabel('Daily limit')).toHaveValue('25')
  await expect(dialog.getByLabel('Signature')).toHaveValue('Ann\nCompany')
  await dialog.getByLabel('Password').fill('sandbox')
  await dialog.getByRole('button', { name: 'Add Mailbox' }).click()
  await expect(page.getByText('SMTP mailbox connected')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'ann@sender.example' })).toBeVisible()
  await expect(page.getByText('0 / 25')).toBeVisible()
})

test('edits a mailbox, without servers for Gmail @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  await addSmtp(client, server)
  await client.connectMailbox('bob@coldframe.example')
  await page.goto(`${server.url}/connection/gmail`)
  await expect(page.getByText('replies and bounces cannot be read')).toBeVisible()
  await page.getByRole('link', { name: 'Edit: ann@sender.example' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Display name').fill('Ann')
  await dialog.getByLabel('IMAP server').fill('127.0.0.1')
  await dialog.getByLabel('IMAP port').fill(String(server.port + 143))
  await dialog.getByLabel('IMAP encryption').selectOption('STARTTLS')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Mailbox saved')).toBeVisible()
  await expect(page.getByText('replies and bounces cannot be read')).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit: bob@coldframe.example' }).click()
  await expect(dialog.getByLabel('SMTP server')).toHaveCount(0)
  await dialog.getByLabel('Daily limit').fill('30')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('0 / 30')).toBeVisible()
})

test('explains a paused mailbox and resumes it', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await addSmtp(client, server)
  await server.database.sql`
    update mail_accounts set status = 'error', status_detail = 'Paused: 4 of the last 9 emails bounced.' where id = ${id}`
  await page.goto(`${server.url}/connection/gmail`)
  await expect(page.getByText('Paused: 4 of the last 9 emails bounced.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume sending' }).click()
  await expect(page.getByText('Sending resumed')).toBeVisible()
  await expect(page.getByText('Paused: 4 of the last 9 emails bounced.')).toHaveCount(0)
})

test('links uncertain emails from the log to their decision @sweep', async ({ page, server }) => {
  const { client } = await signIn(page, server)
  const { id } = await addSmtp(client, server)
  await server.database.sql`
    insert into email_sends (user_id, sender_account_id, subject, recipient_email, sender_email, state, is_test,
      tracking_token, unsubscribe_token, planned_at, scheduled_for, started_at)
    select user_id, id, 'A test', 'somebody@people.example', email, 'uncertain', true, gen_random_uuid(), gen_random_uuid(), now(), now(), now()
    from mail_accounts where id = ${id}`
  await page.goto(`${server.url}/campaign-builder/email-sending`)
  await page.getByRole('link', { name: 'Decide' }).click()
  await expect(page.getByRole('heading', { name: 'Unknown Outcomes' })).toBeVisible()
  await page.getByRole('button', { name: 'Count as sent: email to somebody@people.example' }).click()
  await expect(page.getByText('Nothing to decide')).toBeVisible()
  await page.getByRole('link', { name: 'Show all emails' }).click()
  await expect(page.getByRole('cell', { name: 'somebody@people.example' })).toBeVisible()
})
