import { eq, type SQL, sql } from 'drizzle-orm'
import { sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { CONTACT_DOMAIN, lookUpMailDomains } from '~/models/shared/addresses/mail-domains.server'
import { lockEnrollmentsInSequences } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { DomainNames } from '~/providers/dns/types'
import { replanEnrollments } from './events.server'
import { loadSenderChoice, mailboxesOf, moveTo, prefersAmong } from './mailbox.server'

/** Domains looked up between two commits. */
const PART = 500
/** A domain whose name servers do not answer is left alone for so long, so that the job ends. */
const SILENT_MS = 3_600_000

/** Enrollments that may still change their mailbox: they have got no email. */
export const hasNoEmail = sql`not exists (select 1 from email_sends s where s.sequence_contact_id = ${sequenceContacts.id}
  and s.state in ('sending', 'sent', 'uncertain'))`

const isOpen = (sequenceId: string): SQL =>
  sql`(${sequenceContacts.sequenceId} = ${sequenceId}::uuid and ${sequenceContacts.status} = 'active'
    and ${sequenceContacts.mailboxId} is not null and ${hasNoEmail})`

/** The contacts whose mailbox is still to be chosen by their domain: those in the sequence, and those of its lists. */
const people = (sequenceId: string): SQL => sql`
  select ${sequenceContacts.contactId} as id from ${sequenceContacts} where ${isOpen(sequenceId)}
  union select m.contact_id from sequence_personas l join persona_contacts m on m.persona_id = l.persona_id
  where l.sequence_id = ${sequenceId}::uuid`

/**
 * Looks up who serves the next domains of a sequence's contacts, and moves contacts without an email to a mailbox of the same provider.
 * @param after the last domain of the previous part, or the empty text
 * @returns the last domain of this part; null after the last part, or if the sequence does not choose by provider
 */
export async function matchNextDomains(
  db: Db,
  sequenceId: string,
  after: string,
  names: DomainNames,
  now: Date,
): Promise<string | null> {
  const [sequence] = await db.select().from(sequences).where(eq(sequences.id, sequenceId))
  if (!sequence || !prefersAmong(sequence, await mailboxesOf(db, sequence))) return null
  const rows = await db.execute<{ domain: string }>(sql`
    select distinct ${CONTACT_DOMAIN} as domain from (${people(sequenceId)}) p join contacts c on c.id = p.id
    where ${CONTACT_DOMAIN} > ${after} order by 1 limit ${PART}`)
  const domains = rows.map(({ domain }) => domain)
  await lookUpMailDomains(db, names, domains, now, SILENT_MS)
  await db.transaction((tx) => moveMatching(tx, sequenceId, domains, now))
  return domains.at(-1) ?? null
}

/** Moves those contacts of these domains who are in the sequence and have got no email. */
async function moveMatching(tx: Db, sequenceId: string, domains: string[], now: Date): Promise<void> {
  const found = await tx.execute<{ id: string }>(sql`
    select ${sequenceContacts.id} from ${sequenceContacts} join contacts c on c.id = ${sequenceContacts.contactId}
    where ${isOpen(sequenceId)} and ${CONTACT_DOMAIN} = any(${sql.param(domains)}::text[])`)
  const locked = await lockEnrollmentsInSequences(
    tx,
    found.map(({ id }) => id),
    isOpen(sequenceId),
  )
  const [sequence] = await tx.select().from(sequences).where(eq(sequences.id, sequenceId))
  if (!sequence || locked.length === 0) return
  const among = isAmong(
    sequenceContacts.id,
    locked.map(({ id }) => id),
  )
  const rows = await tx
    .select({
      ...{ id: sequenceContacts.id, contactId: sequenceContacts.contactId, left: sequenceContacts.mailboxId },
      matched: sequenceContacts.matchedProvider,
    })
    .from(sequenceContacts)
    .where(among)
  const choice = await loadSenderChoice(
    tx,
    sequence,
    rows.map(({ contactId }) => contactId!),
  )
  const moving = rows.filter(({ contactId, left, matched }) => {
    const sender = choice.senderOf(contactId!)
    return sender !== null && (sender.mailboxId !== left || sender.matched !== matched)
  })
  if (moving.length === 0) return
  await moveTo(tx, choice, moving)
  await replanEnrollments(
    tx,
    isAmong(
      sequenceContacts.id,
      moving.map(({ id }) => id),
    ),
    now,
  )
}
