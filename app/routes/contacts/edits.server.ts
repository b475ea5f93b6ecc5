import type { Db } from '~/db.server'
import { type EditOptions, loadedEdit } from '~/http/forms/edits.server'
import { formFieldsOf } from '~/models/contacts/contact'
import { getContact, lockContact } from '~/models/contacts/contact.server'
import { FIELD_LABELS } from '~/models/contacts/fields'
import { contactOf } from './addresses'

/** The fields of a contact's form, as they are stored. */
const read = async (db: Db, userId: string, id: string) => formFieldsOf(await getContact(db, userId, id))

/** What the form of a contact is loaded with. */
export const loadContact = async (db: Db, userId: string, id: string) =>
  loadedEdit(FIELD_LABELS, await read(db, userId, id))

/** How the forms of a contact notice changes from elsewhere. */
export const contactEdits: EditOptions = {
  parts: FIELD_LABELS,
  read: (db, { userId, params }) => read(db, userId, contactOf(params)),
  lock: (tx, { userId, params }) => lockContact(tx, userId, contactOf(params)),
}
