import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillScreens } from '../../e2e/shell/screen-list'
import { type Client, startServer, type TestServer } from '../../support/server'
import { Visitor } from '../../support/visitor'

let server: TestServer
let client: Client
let ids: Record<string, string>
let visitor: Visitor

beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  ids = await fillScreens(client, server)
  visitor = new Visitor(client)
})
afterAll(() => server?.close())

interface Flow {
  /** The screen with the form. */
  at: string
  /** What is typed, ticked or chosen, by the name of the field. */
  fill?: Record<string, string | boolean>
  press: string
  /** What the page says after the form was sent. */
  says: string
  /** Fields that keep this value, after a refusal. */
  keeps?: Record<string, string>
}

/** Sends a form as a browser without scripts does. */
async function send({ at, fill = {}, press, says, keeps = {} }: Flow) {
  await visitor.open(at)
  for (const [name, value] of Object.entries(fill)) visitor.fill(name, value)
  await visitor.press(press)
  expect(visitor.text).toContain(says)
  for (const [name, value] of Object.entries(keeps))
    expect([name, visitor.field(name).value]).toEqual([name, value])
}

const LIST = { Name: 'Bakers', Industry: 'Food', 'Job Title': 'Baker', Location: 'Oslo' }
const TEXT = { subject: 'S', htmlBody: '<p>B</p>' }
const makeList = async (name: string) =>
  (await client.ok('POST', '/api/personas', { name, industry: 'I', jobTitle: 'J', location: 'L' }))
    .id as string
const makeContact = async () =>
  (await client.ok('POST', '/api/contacts', { email: `${crypto.randomUUID()}@people.example` })).id as string

/** A draft with a step. */
async function makeSequence() {
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Draft' })
  const template = await client.ok('POST', '/api/templates', { name: 'T', ...TEXT })
  const step = await client.ok('POST', `/api/sequences/${id}/steps`, {
    templateId: template.id,
    delayDays: 1,
  })
  return { id: id as string, step: step.id as string, template: template.id as string }
}

test('an email list is created, refused, changed and deleted', async () => {
  await send({
    at: '/personas/new',
    fill: { ...LIST, Location: '  ' },
    press: 'Create Email List',
    says: 'Name, industry, job title, and location are required',
    keeps: { Industry: 'Food' },
  })
  await send({
    at: '/personas/new',
    fill: LIST,
    press: 'Create Email List',
    says: 'Email list created successfully',
  })
  const id = await makeList('Owners')
  await send({
    at: `/personas/${id}/edit`,
    fill: { Location: 'Paris' },
    press: 'Save Changes',
    says: 'Email list updated successfully',
  })
  await send({ at: `/personas/${id}/delete`, press: 'Delete', says: 'Email list deleted successfully' })
})

test('a contact is added to a list, refused, changed, moved and deleted', async () => {
  const [id, other] = [await makeList('Source'), await makeList('Target')]
  const email = `${crypto.randomUUID()}@people.example`
  await send({ at: `/personas/${id}/contacts/new`, press: 'Create Contact', says: 'Email is required' })
  await send({
    at: `/personas/${id}/contacts/new`,
    fill: { Email: email },
    press: 'Create Contact',
    says: 'Contact created and linked',
  })
  const [contact] = await client.ok('GET', `/api/personas/${id}/contacts`)
  const at = `/personas/${id}/contacts/${contact.id}`
  await send({
    at: `${at}/edit`,
    fill: { 'First Name': 'Ann' },
    press: 'Save Changes',
    says: 'Contact updated successfully',
  })
  await send({
    at: `/personas/${id}/contacts/move?contactId=${contact.id}`,
    fill: { 'Destination email list': other },
    press: 'Move Contacts',
    says: 'Moved 1 contact(s)',
  })
  await send({
    at: `/personas/${other}/contacts/${contact.id}/delete`,
    press: 'Delete',
    says: 'Contact deleted successfully',
  })
})

test('existing contacts are found and added to a list', async () => {
  const id = await makeList('More')
  await visitor.open(`/personas/${id}/contacts/add?q=ann@people.example`)
  visitor.fill(/ann@people\.example/, true)
  await visitor.press('Add to Email List')
  expect(visitor.text).toContain('Added 1 contact(s) to email list')
})

test('a list is added to a sequence and contacts are', async () => {
  const { id } = await makeSequence()
  const list = await makeList('Linked')
  const at = `/personas/${list}/sequences/add`
  await send({ at, press: 'Add to Sequence', says: 'Please select a sequence' })
  await send({ at, fill: { Sequence: id }, press: 'Add to Sequence', says: 'Email list added to sequence' })
  await send({
    at: `/contacts/add-to-sequence?contactId=${await makeContact()}`,
    fill: { Sequence: id },
    press: 'Add 1 to Sequence',
    says: 'Added 1 contact(s) to sequence successfully',
  })
})

test('a contact gets a note, is erased, and a suppression is lifted', async () => {
  const contact = await makeContact()
  const { email } = await client.ok('GET', `/api/contacts/${contact}`)
  const at = `/contacts/${contact}`
  await send({ at: `${at}/notes/new`, press: 'Add note', says: 'Write a note first' })
  await send({
    at: `${at}/notes/new`,
    fill: { Note: 'Met at a fair' },
    press: 'Add note',
    says: 'Note added',
  })
  await send({
    at: `${at}/erase`,
    fill: { [`Type ${email}`]: 'x@else.example' },
    press: 'Erase Person',
    says: 'This is not the address of the contact',
  })
  await send({
    at: `/contacts/${ids.blocked}/lift/suppression`,
    press: 'Lift the suppression',
    says: 'Suppression lifted',
  })
})

test('contacts are searched and filtered', async () => {
  await send({ at: '/contacts', fill: { Search: 'ann@' }, press: 'Search', says: 'ann@people.example' })
  await send({ at: '/contacts', fill: { Status: 'suppressed' }, press: 'Filter', says: 'Suppressed' })
  await send({
    at: '/search',
    fill: { Search: 'First contact' },
    press: 'Search',
    says: 'First contactRunning',
  })
})

test('a template is written, refused, previewed and deleted', async () => {
  const at = '/campaign-builder/email-sending/templates/new'
  await send({
    at,
    fill: { Subject: 'Kept' },
    press: 'Save Template',
    says: 'Name and subject are required',
    keeps: { Subject: 'Kept' },
  })
  const written = {
    'Template Name': 'Hello',
    Subject: 'Hello {{first_name}}',
    'HTML Body': '<p>Dear {{first_name}}</p>',
  }
  await send({ at, fill: written, press: 'Preview', says: 'Hello Jane' })
  await send({ at, fill: written, press: 'Save Template', says: 'Template created successfully' })
  const { template } = await makeSequence()
  await send({
    at: `/templates/${template}/preview/edit`,
    fill: { Subject: 'Changed' },
    press: 'Save Template',
    says: 'Template updated successfully',
  })
  await send({
    at: `/templates/${template}/preview/send-test`,
    fill: { 'Email Address': '' },
    press: 'Send Test',
    says: 'Email address is required',
  })
})

test('a sequence is created, refused, cloned, activated, paused and deleted', async () => {
  await send({
    at: '/sequences/new',
    fill: { Name: ' ' },
    press: 'Create Sequence',
    says: 'Sequence name is required',
  })
  await send({
    at: '/sequences/new',
    fill: { Name: 'New' },
    press: 'Create Sequence',
    says: 'Sequence created successfully',
  })
  const { id } = await makeSequence()
  await send({ at: `/sequences/${id}`, press: 'Activate Sequence', says: 'Sequence activated successfully' })
  await send({ at: `/sequences/${id}`, press: 'Pause Sequence', says: 'Sequence paused successfully' })
  await send({ at: `/sequences/${id}/delete`, press: 'Delete', says: 'Sequence deleted successfully' })
})

test('steps of each type are added, refused, changed, moved and deleted', async () => {
  const { id, step, template } = await makeSequence()
  const at = `/sequences/${id}`
  for (const [type, says] of [
    ['send_email', 'Please select an email template'],
    ['wait', 'Please enter wait time and unit'],
    ['add_to_persona', 'Please select an email list'],
  ] as const)
    await send({ at: `${at}/steps/new?type=${type}`, press: 'Create Step', says })
  await send({
    at: `${at}/steps/new?type=send_email`,
    fill: { 'Email template': template, 'Delay (days)': '2' },
    press: 'Create Step',
    says: 'Step created successfully',
  })
  await send({
    at: `${at}/steps/new?type=wait`,
    fill: { Wait: '2', Unit: 'days' },
    press: 'Create Step',
    says: 'Step created successfully',
  })
  await send({
    at: `${at}/steps/${step}/edit`,
    fill: { 'Step name': 'First' },
    press: 'Save',
    says: 'Step updated successfully',
  })
  await send({ at: `${at}/steps/${step}/edit`, press: 'Add variant', says: 'Variant B' })
  await send({ at, press: 'Move First down', says: 'Step updated successfully' })
  await send({ at: `${at}/steps/${step}/delete`, press: 'Delete Step', says: 'Step deleted successfully' })
})

test('a step form leads to a new template, list or step, and keeps what was typed', async () => {
  const { id } = await makeSequence()
  const at = `/sequences/${id}/steps/new`
  await send({
    at: `${at}?type=send_email`,
    fill: { 'Step name': 'Kept & well' },
    press: 'Create New Template',
    says: 'Create New Template',
  })
  for (const [name, value] of Object.entries({
    'Template Name': 'Made here',
    Subject: 'S',
    'HTML Body': '<p>B</p>',
  }))
    visitor.fill(name, value)
  await visitor.press('Save Template')
  expect(visitor.text).toContain('Template created and selected')
  expect(visitor.field('Step name').value).toBe('Kept & well')
  await visitor.press('Create Step')
  expect(visitor.text).toContain('Step created successfully')
  await send({
    at: `${at}?type=add_to_persona`,
    press: 'Create New Email List',
    says: 'Create New Email List',
  })
  for (const [name, value] of Object.entries(LIST)) visitor.fill(name, value)
  await visitor.press('Create Email List')
  expect(visitor.text).toContain('Persona created and selected')
})

test('the settings of a sequence are saved and refused, and its lists added and removed', async () => {
  const { id } = await makeSequence()
  const list = await makeList('Berlin')
  const at = `/sequences/${id}`
  await send({ at, fill: { Name: '' }, press: 'Save as Draft', says: 'Sequence name is required' })
  await send({
    at: `${at}/settings`,
    fill: { 'Contact limit': '0' },
    press: 'Save',
    says: 'Contact limit must be a whole number of at least 1',
  })
  await send({
    at: `${at}/lists/add`,
    fill: { 'Email list': list },
    press: 'Add Email List',
    says: 'Email list added to sequence',
  })
  await send({ at, press: 'Remove Berlin', says: 'Email list removed from sequence' })
})

test('a running sequence asks before a change, and contacts in it are paused', async () => {
  const { id, step } = await makeSequence()
  await client.ok('POST', `/api/sequences/${id}/contacts`, { contactIds: [await makeContact()] })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  const at = `/sequences/${id}`
  await send({
    at: `${at}/steps/${step}/edit`,
    fill: { 'Delay (days)': '4' },
    press: 'Save',
    says: 'Review change',
  })
  await visitor.press('Save change')
  expect(visitor.text).toContain('Step updated successfully')
  await send({ at: `${at}/people`, press: 'Pause', says: 'Paused for this contact' })
})

test('a conversation is answered, refused, labelled, noted and done', async () => {
  const at = `/inbox/${ids.conversation}`
  await send({
    at,
    fill: { 'Answer to Ann': 'Dear {{shoe_size}}' },
    press: 'Send',
    says: 'shoe_size',
    keeps: { 'Answer to Ann': 'Dear {{shoe_size}}' },
  })
  await send({ at, fill: { 'Answer to Ann': 'Half of it' }, press: 'Save draft', says: 'Draft saved' })
  await send({ at, fill: { 'Answer to Ann': 'Dear Ann' }, press: 'Send', says: 'Sending in 10 seconds' })
  await send({ at, press: 'Interested', says: 'Interested' })
  await send({ at: `${at}/note`, fill: { Note: 'Met' }, press: 'Add note', says: 'Note added' })
  await send({ at, press: 'Done', says: 'Conversation marked as done' })
})

test('saved replies and suggestions become a draft, which is kept', async () => {
  const at = `/inbox/${ids.conversation}`
  await send({ at, press: 'Insert', says: 'Choose a saved reply' })
  await send({
    at,
    fill: { 'Answer to Ann': 'Hello!', 'Saved reply': ids.savedReply! },
    press: 'Insert',
    says: 'Hello!',
  })
  expect(visitor.field('Answer to Ann').value).toMatch(/^Hello!\n\nHello/)
  await visitor.press('Suggest an answer')
  expect(visitor.text).toContain('The answer has a text already')
})

test('the menus lead to the search and to help', async () => {
  await visitor.open('/settings')
  await visitor.follow('Search')
  expect(visitor.path).toBe('/search')
  await visitor.follow('Open support chat')
  expect(visitor.text).toContain('How can we help?')
})

test('inbox settings, labels and saved replies are saved and refused', async () => {
  await send({
    at: '/settings/inbox/labels/new',
    fill: { Name: 'interested' },
    press: 'Add label',
    says: 'There is a label with this name',
  })
  await send({
    at: '/settings/inbox/labels/new',
    fill: { Name: 'Partner' },
    press: 'Add label',
    says: 'Label added',
  })
  await send({ at: '/settings/inbox/labels/remove?name=Student', press: 'Remove', says: 'Label removed' })
  await send({
    at: '/settings/inbox/replies/new',
    fill: { Name: 'P', Text: 'Hi {{first name}}' },
    press: 'Add saved reply',
    says: '{{first name}} is not a variable',
  })
  await send({
    at: `/settings/inbox/replies/${ids.savedReply}/edit`,
    fill: { Name: 'Terms' },
    press: 'Save Changes',
    says: 'Saved reply updated',
  })
  await send({
    at: '/settings/inbox',
    fill: { 'Send the digest': 'daily' },
    press: 'Save',
    says: 'Settings Saved',
  })
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

test('a workflow is created in two steps, refused, changed, activated and deleted', async () => {
  await send({
    at: '/workflows/create',
    press: 'Next: Configure Actions',
    says: 'Please enter a workflow name',
  })
  await send({
    at: '/workflows/create',
    fill: { Name: 'Find' },
    press: 'Next: Configure Actions',
    says: 'Actions',
  })
  await visitor.press('Create Workflow')
  expect(visitor.text).toContain('Please select at least one email list')
  const at = `/workflows/${ids.workflow}`
  await send({ at, fill: { Name: '' }, press: 'Update Workflow', says: 'Please enter a workflow name' })
  await send({
    at,
    fill: { Name: 'Renamed' },
    press: 'Update Workflow',
    says: 'Workflow updated successfully',
  })
  await send({ at: `${at}/activate`, press: 'Activate', says: 'Workflow activated successfully' })
  await send({ at: `${at}/delete`, press: 'Delete', says: 'Workflow deleted successfully' })
})

test('leads are filtered, and the key of their service is saved and refused', async () => {
  const finder = '/contacts-hub/leads-finder'
  await send({ at: finder, fill: { 'Job Title': 'owner' }, press: 'Use custom: Job Title', says: 'owner' })
  await visitor.press('Apply Filters')
  expect(visitor.text).toMatch(/Showing 1-\d+ of \d+ total/)
  await send({
    at: `${finder}/add?search=true&jobTitles=owner&all=true`,
    press: 'Add All Leads',
    says: 'Please select an email list',
  })
  await send({
    at: '/integrations/apollo',
    fill: { 'API key': '   ' },
    press: 'Save API Key',
    says: 'Please enter an API key',
  })
  await send({ at: '/integrations', press: 'Disable', says: 'API Key Disabled' })
  await send({
    at: '/integrations/gsuite/disconnect',
    press: 'Disconnect',
    says: 'Google Workspace disconnected',
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

test('the log is filtered and exported, and an uncertain email is decided', async () => {
  const at = '/campaign-builder/email-sending'
  await send({ at, fill: { Status: 'Reply' }, press: 'Filter', says: 'ann@people.example' })
  await send({ at, press: 'Download', says: 'Export in Progress' })
  await send({ at: `${at}/uncertain`, press: 'Count as sent', says: 'Nothing to decide' })
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
  await stranger.press('Create Account')
  expect(stranger.text).toContain('Welcome!')
  await stranger.press('Logout')
  expect(stranger.path).toBe('/login')
  stranger.fill('Email', 'nobody@example.com')
  stranger.fill('Password', 'wrong')
  await stranger.press('Sign In')
  expect(stranger.text).toContain('Invalid email or password')
  await stranger.open('/login/forgot-password')
  stranger.fill('Email', 'nobody')
  await stranger.press('Send Reset Link')
  expect(stranger.text).toContain('Invalid email address')
})
