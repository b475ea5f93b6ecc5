import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  contacts,
  conversations,
  decisions,
  emailSends,
  emailTexts,
  revealedLeads,
  suppressions,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { isAboutContact } from '~/models/enrollments/decisions.server'
import { stopContact } from '~/models/enrollments/events.server'
import { toAsciiDomain } from '~/models/shared/addresses/email-domain'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { ERASED } from '~/models/suppressions/erased'
import { domainOf, rememberSuppression } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'

/**
 * Erases a person (GDPR, article 17): deletes the contact and removes the person's name, address and texts from all records. Keeps
 * the rows of sent emails for the statistics, and a keyed hash of the address, so that no import, search or form adds the person
 * again. @param typed the address, typed to confirm
 * @throws AppError NOT_FOUND; INVALID if `typed` is wrong; CONFLICT while an email to the contact is being sent
 */
export async function eraseContact(
  db: Db,
  userId: string,
  contactId: string,
  typed: string,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEnrollmentsOf(tx, [contactId])
    const own = and(eq(contacts.id, contactId), eq(contacts.userId, userId))
    const [contact] = await tx.select({ email: contacts.email }).from(contacts).where(own).for('update')
    if (!contact) notFound('Contact not found')
    const email = contact.email.toLowerCase()
    if (toAsciiDomain(typed.trim()).toLowerCase() !== email)
      invalid('This is not the address of the contact', 'email')
    await stopContact(tx, userId, contactId, 'contact_deleted', now)
    const sendIds = await lockSendsTo(tx, userId, contactId, email)
    await rememberSuppression(tx, userId, email, 'erased', secrets)
    await tx
      .update(suppressions)
      .set({ address: null })
      .where(
        and(
          eq(suppressions.userId, userId),
          eq(suppressions.addressHash, secrets.addressHash(userId, email)),
        ),
      )
    await scrubWebhooks(tx, userId, contactId, email, sendIds)
    await tx.delete(conversations).where(eq(conversations.contactId, contactId))
    await scrubSends(tx, userId, contactId, email, sendIds)
    await scrubRecords(tx, userId, contactId, email)
    await tx.delete(contacts).where(own)
    await tx.insert(decisions).values({ userId, type: 'erased', rule: 'erased_by_user', inputs: {}, at: now })
  })
}

/** Locks every send to the person, including those to an earlier contact with the same address. @returns their ids */
async function lockSendsTo(tx: Db, userId: string, contactId: string, email: string): Promise<string[]> {
  const sends = await tx
    .select({ id: emailSends.id, state: emailSends.state })
    .from(emailSends)
    .where(
      and(
        eq(emailSends.userId, userId),
        sql`(${emailSends.contactId} = ${contactId}::uuid or lower(${emailSends.recipientEmail}) = ${email})`,
      ),
    )
    .orderBy(emailSends.id)
    .for('update')
  if (sends.some(({ state }) => state === 'sending' || state === 'claimed')) {
    throw new AppError('CONFLICT', 'An email to this contact is being sent right now. Try again in a minute.')
  }
  return sends.map(({ id }) => id)
}

/** Removes names, addresses and texts from sends, the log, tracking events and received messages. */
async function scrubSends(tx: Db, userId: string, contactId: string, email: string, sendIds: string[]) {
  const ids = sql`array(select jsonb_array_elements_text(${JSON.stringify(sendIds)}::jsonb)::uuid)`
  const user = sql`${userId}::uuid`
  const contact = sql`${contactId}::uuid`
  if (sendIds.length > 0) {
    await tx
      .update(emailSends)
      .set({
        recipientEmail: ERASED,
        recipientName: '',
        subject: '',
        htmlBody: '',
        plainTextBody: '',
        answer: null,
        error: null,
      })
      .where(inArray(emailSends.id, sendIds))
    await tx.delete(emailTexts).where(inArray(emailTexts.emailSendId, sendIds))
  }
  // Answers in the conversations of others that went to the person too.
  await tx.execute(sql`
    update email_sends set answer = null
    where user_id = ${user} and is_manual and answer is not null and strpos(lower(answer::text), ${email}) > 0`)
  await tx.execute(sql`
    update email_logs set recipient_email = ${ERASED}, recipient_name = '', subject = '', detail = null
    where user_id = ${user} and (contact_id = ${contact} or email_send_id = any(${ids}) or lower(recipient_email) = ${email})`)
  await tx.execute(sql`
    update tracking_events set contact_id = null, user_agent = null, ip_address = null, raw_payload = null
    where email_send_id = any(${ids})`)
  await tx.execute(sql`
    update inbound_messages set from_email = '', from_name = '', recipients = '[]', cc = '[]', reply_to = '[]', subject = '', text = '',
      body = null, html = null, files = '[]', signs = '{}', reason = null
    where user_id = ${user} and (contact_id = ${contact} or email_send_id = any(${ids}) or lower(from_email) = ${email})`)
}

/** Removes the person from webhook events and from the responses of their receivers. Pending deliveries then contain only ids. */
async function scrubWebhooks(tx: Db, userId: string, contactId: string, email: string, sendIds: string[]) {
  await tx.execute(sql`
    with about as (
      select id from webhook_events v where v.user_id = ${userId}::uuid and (
        v.object_id = any(${sql.param([contactId, ...sendIds])}::uuid[])
        or v.object_id in (select id from sequence_contacts where contact_id = ${contactId}::uuid)
        or v.object_id in (select id from conversations where contact_id = ${contactId}::uuid)
        or strpos(lower(coalesce(v.body, '') || v.facts::text), ${email}) > 0)
    ), answered as (
      update webhook_deliveries d set answer = null from about where d.event_id = about.id
    )
    update webhook_events v set body = null, facts = '{}' from about where v.id = about.id`)
}

/** Removes personal data from decisions, notifications, rejected import rows, revealed leads and finished jobs. */
async function scrubRecords(tx: Db, userId: string, contactId: string, email: string): Promise<void> {
  const user = sql`${userId}::uuid`
  // Keeps ids, dates and rule names, which contain no personal data.
  await tx.execute(sql`
    update decisions d set inputs = coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(d.inputs)
      where key <> 'detail' and (jsonb_typeof(value) in ('number', 'boolean', 'null')
        or value #>> '{}' ~ '^([0-9a-f-]{36}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z|[a-z]+(_[a-z]+)*)$')), '{}'::jsonb)
    where d.user_id = ${user} and ${isAboutContact(contactId)}`)
  // Decisions about colleagues name the person whose reply led to them.
  await tx.execute(sql`
    update decisions d set inputs = d.inputs - 'detail' from contacts c join sequence_contacts e on e.contact_id = c.id
    where c.user_id = ${user} and split_part(lower(c.email), '@', -1) = ${domainOf(email)} and d.sequence_contact_id = e.id
      and d.inputs ->> 'colleague' = ${contactId}`)
  await tx.execute(sql`
    update notifications set metadata = metadata - '{contactEmail,contactName,contactId,undo}'::text[],
      message = replace(replace(message, metadata->>'contactEmail', ${ERASED}),
        coalesce(metadata->>'contactName', metadata->>'contactEmail'), ${ERASED})
    where user_id = ${user} and (lower(metadata->>'contactEmail') = ${email} or metadata->>'contactId' = ${contactId})`)
  await tx.execute(sql`
    delete from import_rejects r using import_batches b
    where b.id = r.batch_id and b.user_id = ${user}
      and exists (select from unnest(r.cells) as cell where strpos(lower(cell), ${email}) > 0)`)
  await tx
    .delete(revealedLeads)
    .where(and(eq(revealedLeads.userId, userId), sql`lower(${revealedLeads.email}) = ${email}`))
  await tx.execute(sql`delete from sender_kinds where user_id = ${user} and address = ${email}`)
  await tx.execute(sql`
    delete from related_messages where user_id = ${user} and lower(received #>> '{inbound,from}') = ${email}`)
  // What a change of many contacts would restore.
  await tx.execute(sql`
    update contact_change_parts p set undo = p.undo - ${contactId}::text from queue_jobs j
    where j.id = p.job_id and j.user_id = ${user} and p.undo ? ${contactId}::text`)
  // Files and payloads of finished jobs are no longer needed.
  await tx.execute(sql`
    delete from job_files f where f.user_id = ${user} and (f.purpose = 'export' or exists (
      select from queue_jobs j where j.id = f.queue_job_id and j.status in ('completed', 'failed')))`)
  await tx.execute(sql`
    update queue_jobs set payload = '{}' where user_id = ${user} and type = 'lead_import'
      and status in ('completed', 'failed')`)
}
