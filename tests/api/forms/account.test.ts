import { beforeAll, expect, test } from 'vitest'
import { Visitor } from '../../support/visitor'
import { type Forms, openForms } from './support/forms'

let client: Forms['client']
let ids: Forms['ids']
let send: Forms['send']
let server: Forms['server']
let visitor: Forms['visitor']
beforeAll(async () => {
  ;({ client, ids, send, server, visitor } = await openForms())
})

test('the menus lead to the search and to help', async () => {
  await visitor.open('/settings')
  await visitor.follow('Search')
  expect(visitor.path).toBe('/search')
  await visitor.follow('Open support chat')
  expect(visitor.text).toContain('How can we help?')
})

test('account settings are saved and refused', async () => {
  await send({
    at: '/settings',
    fill: { 'Maximum consecutive unopened emails': '51' },
    press: 'Save',
    says: 'Must be at most 50',
  })
  await send({
    at: '/settings',
    fill: { 'Maximum consecutive unopened emails': '5' },
    press: 'Save',
    says: 'Settings Saved',
  })
  await send({
    at: '/settings/do-not-contact',
    fill: { 'Addresses and domains': 'nonsense' },
    press: 'Add to the list',
    says: 'Not an address or a domain: nonsense',
  })
  await send({
    at: '/settings/do-not-contact',
    fill: { 'Addresses and domains': 'rival.example' },
    press: 'Add to the list',
    says: '1 entry added',
  })
  await send({
    at: `/settings/do-not-contact/${ids.stop}/remove`,
    press: 'Remove',
    says: 'Removed from the list',
  })
  await send({
    at: '/account/password',
    fill: { 'New Password': 'short' },
    press: 'Change Password',
    says: 'Current password is required',
  })
})

test('keys and webhooks are made, refused and removed', async () => {
  await send({ at: '/settings/api-keys/new', press: 'Create API key', says: 'Name is required' })
  await send({
    at: '/settings/api-keys/new',
    fill: { Name: 'CRM' },
    press: 'Create API key',
    says: 'API key',
  })
  await send({ at: `/settings/api-keys/${ids.key}/revoke`, press: 'Revoke', says: 'API key revoked' })
  await send({
    at: '/settings/webhooks/new',
    fill: { Address: 'nowhere' },
    press: 'Add webhook',
    says: 'Must be an address',
    keeps: { Address: 'nowhere' },
  })
  await send({ at: `/settings/webhooks/${ids.webhook}`, press: 'Switch on', says: 'Webhook switched on' })
  await send({
    at: `/settings/webhooks/${ids.webhook}/rotate`,
    press: 'Replace secret',
    says: 'Signing secret',
  })
  await send({ at: `/settings/webhooks/${ids.webhook}/delete`, press: 'Delete', says: 'Webhook deleted' })
})

test('mailboxes are added, refused, edited and disconnected', async () => {
  await visitor.open('/connection/gmail/smtp/new')
  visitor.fill('Provider', 'Sandbox mail server')
  await visitor.press('Fill In')
  expect(visitor.field('SMTP server').value).toBe('127.0.0.1')
  visitor.fill('Email address', 'eve@sender.example')
  visitor.fill('Password', 'wrong')
  await visitor.press('Add Mailbox')
  expect(visitor.text).toContain('The SMTP server refused the login: 535')
  visitor.fill('Password', 'sandbox')
  await visitor.press('Add Mailbox')
  expect(visitor.text).toContain('SMTP mailbox connected')
  await send({
    at: `/connection/gmail/${ids.mailbox}/edit`,
    fill: { 'Daily limit': '30' },
    press: 'Save Changes',
    says: 'Mailbox saved',
  })
  await send({ at: '/connection/gmail', press: 'Resume sending', says: 'Sending resumed' })
  await send({
    at: `/connection/gmail/${ids.smtp}/disconnect`,
    press: 'Disconnect',
    says: 'Account disconnected',
  })
})

test('notifications are marked as read and dismissed', async () => {
  const me = await client.ok('GET', '/api/auth/me')
  await server.database.sql`
    insert into notifications (user_id, type, title, message) select ${me.id}, 'system', 'News', 'M' from generate_series(1, 2)`
  await send({ at: '/notifications', press: 'Mark as read: News', says: 'unread' })
  await send({ at: '/notifications', press: 'Mark all as read', says: 'All caught up' })
  await send({ at: '/notifications', press: 'Dismiss: News', says: 'News' })
})

test('a stranger signs up, is refused, and asks for a new password', async () => {
  const stranger = new Visitor(server.client())
  await stranger.open('/signup')
  await stranger.press('Create Account')
  expect(stranger.text).toContain('Full name is required')
  for (const [name, value] of [
    ['Full Name', 'Test User'],
    ['Email', `${crypto.randomUUID()}@example.com`],
    ['Password', 'correct horse battery'],
  ] as const)
    stranger.fill(name, value)
  stranger.fill('Please leave this field blank', 'https://spam.example')
  await stranger.press('Create Account')
  expect(stranger.text).toContain('This looks like an automated submission')
  stranger.fill('Please leave this field blank', '')
  stranger.fill('Password', 'correct horse battery')
  await stranger.press('Create Account')
  expect(stranger.text).toContain('Welcome!')
  await stranger.press('Logout')
  expect(stranger.path).toBe('/login')
  stranger.fill('Email', 'unknown@example.com')
  stranger.fill('Password', 'wrong')
  await stranger.press('Sign In')
  expect(stranger.text).toContain('Invalid email or password')
  await stranger.open('/login/forgot-password')
  stranger.fill('Email', 'unknown')
  await stranger.press('Send Reset Link')
  expect(stranger.text).toContain('Invalid email address')
})
