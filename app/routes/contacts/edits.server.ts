import type { Db } from '~/db.server'
import { type EditOptions, loadedEdit } from '~/http/forms/edits.server'
import { formFieldsOf } from '~/models/contacts/contact'
import { getContact, lockContact } from '~/models/contacts/contact.server'
import { FIELD_LABELS } from '~/models/contacts/fields'
import { ownLabels } from '~/models/contacts/own-fields/form'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { contactOf } from './addresses'

/** The fields of a contact's form, as they are stored. */
const read = async (db: Db, userId: string, id: string, own: readonly OwnField[]) =>
  formFieldsOf(await getContact(db, userId, id), own)

const partsOf = (own: readonly OwnField[]) => ({ ...FIELD_LABELS, ...ownLabels(own) })

/** What the form of a contact is loaded with. @param own the user's own fields */
export const loadContact = async (db: Db, userId: string, id: string, own: readonly OwnField[]) =>
  loadedEdit(partsOf(own), await read(db, userId, id, own))

/** How the forms of a contact notice changes from elsewhere. */
export const contactEdits: EditOptions = {
  parts: async (db, { userId }) => partsOf(await listOwnFields(db, userId)),
  read: async (db, { userId, params }) =>
    read(db, userId, contactOf(params), await listOwnFields(db, userId)),
  lock: (tx, { userId, params }) => lockContact(tx, userId, contactOf(params)),
}
