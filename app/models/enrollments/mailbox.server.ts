import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequenceContacts, sequences, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { CONTACT_DOMAIN } from '~/models/shared/addresses/mail-domains.server'
import { mailServiceOf } from '~/models/shared/mailboxes/kinds'
import { isAmong, ofEach, rowArrays } from '~/models/shared/row-arrays.server'
import type { MailService } from '~/providers/dns/types'
import { type ChosenSender, chooseSender, type Sender as EngineSender } from './sender'
import { cancelWaitingSends } from './store.server'

type Sender = EngineSender<MailService>

/** What a mailbox needs to be chosen. */
const SENDER = { id: mailAccounts.id, provider: mailAccounts.provider, smtpHost: mailAccounts.smtpHost }

type SenderRow = Parameters<typeof mailServiceOf>[0] & { id: string }

const toSender = (row: SenderRow): Sender => ({ id: row.id, service: mailServiceOf(row) })

export type SequenceSenders = Pick<
  typeof sequences.$inferSelect,
  'id' | 'userId' | 'mailboxIds' | 'senderAccountId' | 'preferSameProvider'
>

/** The mailboxes that a sequence sends from: its own, else its sender, else the user's default, else the user's oldest one. */
export async function mailboxesOf(tx: Db, sequence: SequenceSenders): Promise<Sender[]> {
  const wanted =
    sequence.mailboxIds.length > 0
      ? sequence.mailboxIds
      : sequence.senderAccountId
        ? [sequence.senderAccountId]
        : []
  const own = await ownedAmong(tx, sequence.userId, wanted)
  if (own.length > 0) return own
  const [preferred] = await tx
    .select(SENDER)
    .from(users)
    .innerJoin(
      mailAccounts,
      and(eq(mailAccounts.id, users.defaultSenderAccountId), eq(mailAccounts.userId, users.id)),
    )
    .where(eq(users.id, sequence.userId))
  if (preferred) return [toSender(preferred)]
  const [first] = await tx
    .select(SENDER)
    .from(mailAccounts)
    .where(
      and(
        eq(mailAccounts.userId, sequence.userId),
        inArray(mailAccounts.status, ['connected', 'token_expired', 'error']),
      ),
    )
    .orderBy(asc(mailAccounts.createdAt))
    .limit(1)
  return first ? [toSender(first)] : []
}

/** The mailboxes that the user still owns. One may have been disconnected while a sequence that names it was being created. */
async function ownedAmong(tx: Db, userId: string, ids: string[]): Promise<Sender[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select(SENDER)
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.id, ids), eq(mailAccounts.userId, userId)))
  const owned = new Map(rows.map((row) => [row.id, toSender(row)]))
  return ids.flatMap((id) => owned.get(id) ?? [])
}

/** How the contacts of a sequence get their mailboxes. */
export interface SenderChoice {
  senders: Sender[]
  /** The mailbox of one of the contacts; null if the sequence has none. */
  senderOf(contactId: string): ChosenSender<MailService> | null
  /** Whether the domains of some of the contacts have to be looked up first. */
  isOpen: boolean
}

/** Reads what decides the mailboxes of these contacts of a sequence. */
export async function loadSenderChoice(
  tx: Db,
  sequence: SequenceSenders,
  contactIds: string[],
): Promise<SenderChoice> {
  const senders = await mailboxesOf(tx, sequence)
  const services = prefersAmong(sequence, senders) ? await servicesOf(tx, contactIds) : null
  return {
    senders,
    senderOf: (contactId) => chooseSender(senders, contactId, services?.get(contactId) ?? null),
    isOpen: services !== null && services.size < contactIds.length,
  }
}

/** Whether the provider of a contact's domain matters: not if all mailboxes have the same one. */
export const prefersAmong = (
  { preferSameProvider }: Pick<SequenceSenders, 'preferSameProvider'>,
  senders: readonly Sender[],
): boolean => preferSameProvider && new Set(senders.map(({ service }) => service)).size > 1

/** Who serves the domains of contacts, as far as it was looked up. "Other" is no company to match. */
async function servicesOf(tx: Db, contactIds: string[]): Promise<Map<string, MailService | null>> {
  const rows = await tx.execute<{ id: string; service: MailService }>(sql`
    select c.id, d.service from ${ofEach('e', contactIds)} join contacts c on c.id = e.id
    join mail_domains d on d.domain = ${CONTACT_DOMAIN} where d.service is not null`)
  return new Map(rows.map(({ id, service }) => [id, service === 'other' ? null : service]))
}

/** Has the domains of a sequence's contacts looked up in the background, if that decides their mailboxes. */
export const lookUpIfOpen = async (tx: Db, sequenceId: string, { isOpen }: SenderChoice): Promise<void> => {
  if (isOpen) await enqueue(tx, 'match-senders', { sequenceId })
}

/**
 * Whether an enrollment needs a mailbox and has none: there was none, or its mailbox was disconnected (even if the removal job
 * has not reached the enrollment yet).
 */
export const lacksMailbox = sql<boolean>`(${sequenceContacts.status} = 'active' and ${sequenceContacts.contactId} is not null
  and ${sequenceContacts.holdReason} is distinct from 'sequence_full' and (${sequenceContacts.mailboxId} is null
    or ${sequenceContacts.mailboxId} = any(array(select id from mail_accounts where user_id is null))))`

/**
 * Assigns a mailbox to a sequence's enrollments that lack one. Cancels their scheduled sends from disconnected mailboxes.
 * @param among only these enrollments
 * @returns the ids of the enrollments that got a mailbox; the caller must replan them
 */
export async function assignMailboxes(tx: Db, sequenceId: string, among?: string[]): Promise<string[]> {
  const [sequence] = await tx.select().from(sequences).where(eq(sequences.id, sequenceId))
  if (!sequence) return []
  const rows = await tx
    .select({
      id: sequenceContacts.id,
      contactId: sequenceContacts.contactId,
      left: sequenceContacts.mailboxId,
    })
    .from(sequenceContacts)
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        lacksMailbox,
        among ? isAmong(sequenceContacts.id, among) : undefined,
      ),
    )
    .orderBy(asc(sequenceContacts.id))
    .for('update')
  if (rows.length === 0) return []
  const choice = await loadSenderChoice(
    tx,
    sequence,
    rows.map(({ contactId }) => contactId!),
  )
  if (choice.senders.length === 0) return []
  await moveTo(tx, choice, rows)
  await lookUpIfOpen(tx, sequenceId, choice)
  return rows.map((row) => row.id)
}

export interface Moving {
  id: string
  contactId: string | null
  /** The mailbox that it leaves, if it had one. */
  left?: string | null
}

/** Gives enrollments the mailboxes that were chosen for them. The caller has locked them, and must replan them. */
export async function moveTo(tx: Db, { senderOf }: SenderChoice, rows: Moving[]): Promise<void> {
  await cancelSendsFrom(tx, rows)
  const chosen = rows.map(({ id, contactId }) => {
    const sender = senderOf(contactId!)
    return { id, mailbox: sender?.mailboxId ?? null, matched: sender?.matched ?? null }
  })
  await tx.execute(sql`
    update sequence_contacts sc set mailbox_id = v.mailbox, matched_provider = v.matched
    from ${rowArrays('v', { id: 'uuid', mailbox: 'uuid', matched: 'text' }, chosen)} where sc.id = v.id`)
}

/** Cancels the scheduled sends of enrollments from the mailboxes that they leave. */
async function cancelSendsFrom(tx: Db, enrollments: Moving[]): Promise<void> {
  const leaving = enrollments.flatMap(({ id, left }) => (left ? [{ id, left }] : []))
  if (leaving.length === 0) return
  const ids = leaving.map(({ id }) => id)
  const boxes = leaving.map(({ left }) => left)
  await cancelWaitingSends(
    tx,
    sql`${isAmong(emailSends.sequenceContactId, ids)} and ${isAmong(emailSends.senderAccountId, [...new Set(boxes)])}`,
  )
}
