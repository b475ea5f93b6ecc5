import { beforeAll, expect, test } from 'vitest'
import { type Forms, openForms } from './support/forms'

let ids: Forms['ids']
let send: Forms['send']
let visitor: Forms['visitor']
beforeAll(async () => {
  ;({ ids, send, visitor } = await openForms())
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
