import { beforeAll, expect, test } from 'vitest'
import { type Forms, LIST, makeContact, makeList, makeSequence, openForms } from './support/forms'

let forms: Forms
let client: Forms['client']
let ids: Forms['ids']
let send: Forms['send']
let visitor: Forms['visitor']
beforeAll(async () => {
  forms = await openForms()
  ;({ client, ids, send, visitor } = forms)
})

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
  const id = await makeList(forms, 'Owners')
  await send({
    at: `/personas/${id}/edit`,
    fill: { Location: 'Paris' },
    press: 'Save Changes',
    says: 'Email list updated successfully',
  })
  await send({ at: `/personas/${id}/delete`, press: 'Delete', says: 'Email list deleted successfully' })
})

test('a contact is added to a list, refused, changed, moved and deleted', async () => {
  const [id, other] = [await makeList(forms, 'Source'), await makeList(forms, 'Target')]
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
  const id = await makeList(forms, 'More')
  await visitor.open(`/personas/${id}/contacts/add?q=ann@people.example`)
  visitor.fill(/ann@people\.example/, true)
  await visitor.press('Add to Email List')
  expect(visitor.text).toContain('Added 1 contact(s) to email list')
})

test('a list is added to a sequence and contacts are', async () => {
  const { id } = await makeSequence(forms)
  const list = await makeList(forms, 'Linked')
  const at = `/personas/${list}/sequences/add`
  await send({ at, press: 'Add to Sequence', says: 'Please select a sequence' })
  await send({ at, fill: { Sequence: id }, press: 'Add to Sequence', says: 'Email list added to sequence' })
  await send({
    at: `/contacts/add-to-sequence?contactId=${await makeContact(forms)}`,
    fill: { Sequence: id },
    press: 'Add 1 to Sequence',
    says: 'Added 1 contact(s) to sequence successfully',
  })
})

test('a contact gets a note, is erased, and a suppression is lifted', async () => {
  const contact = await makeContact(forms)
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

test('a change of all that match asks again when there are more of them', async () => {
  const make = () =>
    client.ok('POST', '/api/contacts', { email: `${crypto.randomUUID()}@people.example`, city: 'Zwolle' })
  const filter = { all: [{ field: 'city', op: 'is', value: 'Zwolle' }] }
  await make()
  await visitor.open(
    `/contacts/change?${new URLSearchParams({ all: 'yes', action: 'tag', filter: JSON.stringify(filter) })}`,
  )
  visitor.fill('Tags', 'fair')
  await make()
  await visitor.press('Add tags')
  expect(visitor.text).toContain('2 contacts match now, no longer 1. Press again to change them all.')
  expect(visitor.text).toContain('Add tags: 2 contacts')
  visitor.fill('Tags', 'fair')
  await visitor.press('Add tags')
  expect(visitor.path).toMatch(/^\/contacts\/changes\//)
})

test('a change of a view that was deleted meanwhile changes nothing', async () => {
  const filter = { all: [{ field: 'city', op: 'is', value: 'Nowhere' }] }
  const { id } = await client.ok('POST', '/api/contact-views', { name: 'Nowhere', filter })
  await visitor.open(`/contacts/change?all=yes&action=tag&view=${id}`)
  visitor.fill('Tags', 'fair')
  await client.ok('DELETE', `/api/contact-views/${id}`)
  await visitor.press('Add tags')
  expect(visitor.text).toContain('This view no longer exists')
  const { contacts: tagged } = await client.ok('GET', '/api/contacts?tag=fair')
  expect(tagged.every(({ city }: { city: string }) => city === 'Zwolle')).toBe(true)
})
