import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteContact } from '~/models/contacts/contact.server'
import { exportContact } from '~/models/contacts/export.server'
import { addNote, deleteNote, getNote, listNotes } from '~/models/contacts/notes.server'
import { LATER, NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let contactId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  const list = await outreach.makeList()
  contactId = (await outreach.makeMembers(list.id, 1))[0]!
})
afterAll(() => outreach?.drop())

const notes = () => listNotes(db, userId, contactId, 'UTC')

test('notes are listed newest first, exported, deleted, and go along with their contact', async () => {
  await addNote(db, userId, contactId, 'Met at a fair', NOW)
  await addNote(db, userId, contactId, 'Wants a discount', LATER)
  const [second, first] = await notes()
  expect([second, first]).toMatchObject([
    { text: 'Wants a discount', at: 'Mar 2, 2026 12:00' },
    { text: 'Met at a fair', at: 'Mar 2, 2026 11:00' },
  ])
  expect(JSON.stringify(await exportContact(db, userId, contactId, NOW, secrets))).toContain('Met at a fair')
  await deleteNote(db, userId, contactId, first!.id)
  expect(await notes()).toEqual([second])
  expect(await refused(getNote(db, userId, contactId, first!.id))).toMatch(/^NOT_FOUND/)
  await deleteContact(db, userId, contactId, NOW, secrets)
  expect(await notes()).toEqual([])
})

test('another user reaches no note', async () => {
  const list = await outreach.makeList()
  const [id] = await outreach.makeMembers(list.id, 1)
  await addNote(db, userId, id!, 'Private', NOW)
  const [note] = await listNotes(db, userId, id!, 'UTC')
  const stranger = outreach.strangerId
  expect(await listNotes(db, stranger, id!, 'UTC')).toEqual([])
  for (const attempt of [
    () => addNote(db, stranger, id!, 'Mine', NOW),
    () => getNote(db, stranger, id!, note!.id),
    () => deleteNote(db, stranger, id!, note!.id),
  ])
    expect(await refused(attempt())).toMatch(/^NOT_FOUND/)
})
