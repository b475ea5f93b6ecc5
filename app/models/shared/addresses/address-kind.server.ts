import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/** Names before the @ that stand for a task, not for a person (RFC 2142, and what companies print on their sites). */
const ROLES = new Set(
  `abuse accounting accounts admin administrator anfrage billing booking bookings careers contact contacto contato customerservice
  datenschutz enquiries feedback finance hello help helpdesk hostmaster hr info information inquiries invest investors it jobs kontakt
  legal lienhe mail mailbox marketing media news newsletter noc noreply no-reply office orders postmaster press privacy purchasing
  recruiting reception reservations sales secretary security service shop sms spam stock studio subscribe support team tech tickets
  usenet vertrieb webmaster work`.split(/\s+/),
)

const disposable = disposableEmailBlocklistSet()

/** What an address is that probably reaches no one person: one of a role (info@), or of a domain of addresses for a day. */
export type AddressKind = 'role' | 'disposable'

/** What kind of address it is; null for that of a person, as far as the address tells. */
export function kindOfAddress(email: string): AddressKind | null {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  if (disposable.has(domain)) return 'disposable'
  return ROLES.has(local.split('+')[0]!) ? 'role' : null
}
