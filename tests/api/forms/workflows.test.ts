import { beforeAll, expect, test } from 'vitest'
import { type Forms, openForms } from './support/forms'

let ids: Forms['ids']
let send: Forms['send']
let visitor: Forms['visitor']
beforeAll(async () => {
  ;({ ids, send, visitor } = await openForms())
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

test('the log is filtered and exported, and an uncertain email is decided', async () => {
  const at = '/campaign-builder/email-sending'
  await send({ at, fill: { Status: 'Reply' }, press: 'Filter', says: 'ann@people.example' })
  await send({ at, press: 'Download', says: 'Export in Progress' })
  await send({ at: `${at}/uncertain`, press: 'Count as sent', says: 'Nothing to decide' })
})
