import { kindOfAddress } from '~/models/shared/addresses/address-kind.server'
import { type Contact, displayStatus } from './contact'

/** What the badges of a contact say: whether it can be emailed, whether its address works, and whose address it is. */
export const standingOf = (contact: Contact) => ({
  status: displayStatus(contact),
  blacklisted: contact.hardBounced || contact.tags.includes('blacklist'),
  addressKind: kindOfAddress(contact.email),
})

export type Standing = ReturnType<typeof standingOf>
