import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether decision `d` (the alias in the query) is a hold of less than two minutes for an inbox sync. Nearly every reaction window
 * and follow-up has such a wait of a few seconds, so histories leave it out.
 */
export const IS_BRIEF_WAIT = sql`(d.type = 'hold' and d.inputs ->> 'reason' = 'inbox_not_fresh' and exists (
  select from decisions n where n.sequence_contact_id = d.sequence_contact_id and n.id > d.id
    and n.at < d.at + interval '2 minutes' and n.inputs ->> 'reason' is distinct from 'inbox_not_fresh'))`

/**
 * Whether a decision is about a contact: by itself, or about one of the contact's enrollments. An array, so that both indexes are used.
 * @param decision the alias in the query
 */
export const isAboutContact = (contactId: string, decision: SQL = sql`d`): SQL =>
  sql`(${decision}.contact_id = ${contactId}::uuid
    or ${decision}.sequence_contact_id = any(array(select e.id from sequence_contacts e where e.contact_id = ${contactId}::uuid)))`
