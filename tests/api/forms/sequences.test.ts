import { beforeAll, expect, test } from 'vitest'
import { type Forms, LIST, makeContact, makeList, makeSequence, openForms } from './support/forms'

let forms: Forms
let client: Forms['client']
let send: Forms['send']
let visitor: Forms['visitor']
beforeAll(async () => {
  forms = await openForms()
  ;({ client, send, visitor } = forms)
})

test('a template is written, refused, previewed, duplicated and changed', async () => {
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
  const list = '/campaign-builder/email-sending/templates'
  await send({ at: list, press: 'Duplicate Hello', says: 'The copy is named "Hello (Copy)"' })
  const [copy, original] = await client.ok('GET', '/api/templates')
  const { id: _, name: __, createdAt: ___, updatedAt: ____, ...content } = copy
  expect(original).toMatchObject(content)
  const { template } = await makeSequence(forms)
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
  const { id } = await makeSequence(forms)
  await send({ at: `/sequences/${id}`, press: 'Activate Sequence', says: 'Sequence activated successfully' })
  await send({ at: `/sequences/${id}`, press: 'Pause Sequence', says: 'Sequence paused successfully' })
  await send({ at: `/sequences/${id}/delete`, press: 'Delete', says: 'Sequence deleted successfully' })
})

test('steps of each type are added, refused, changed, moved and deleted', async () => {
  const { id, step, template } = await makeSequence(forms)
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
  const { id } = await makeSequence(forms)
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
  const { id } = await makeSequence(forms)
  const list = await makeList(forms, 'Berlin')
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
  const { id, step } = await makeSequence(forms)
  await client.ok('POST', `/api/sequences/${id}/contacts`, { contactIds: [await makeContact(forms)] })
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
  await send({ at: `${at}/people?filter=waiting`, press: 'Resume all paused', says: 'Resumed for 1 contact' })
})
