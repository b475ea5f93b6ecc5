import { and, eq, inArray, sql } from 'drizzle-orm'
import { contacts, decisions, emailSends, revealedLeads, suppressions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { stopContact } from '~/models/enrollments/events.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { ERASED } from '~/models/suppressions/erased'
import { rememberSuppression } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'

/**
 * Erases a person (GDPR, article 17): the contact, and their name, address and words wherever they were kept. What stays is
 * that mails went out, for the numbers, and the keyed hash of the address, so that no import, search or form brings the
 * person back into sending. @param typed the address, typed again
 * @throws AppError NOT_FOUND, INVALID for another address, CONFLICT while a mail to them is being handed over
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
    if (typed.trim().toLowerCase() !== email) invalid('This is not the address of the contact', 'email')
    await stopContact(tx, userId, contactId, 'contact_deleted', now)
    const sendIds = await mailsTo(tx, userId, contactId, email)
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
    await scrubMails(tx, userId, contactId, email, sendIds)
    await scrubRecords(tx, userId, contactId, email)
    await tx.delete(contacts).where(own)
    await tx.insert(decisions).values({ userId, type: 'erased', rule: 'erased_by_user', inputs: {}, at: now })
  })
}

/** Every mail to the person, those to an earlier contact of the same address among them. */
async function mailsTo(tx: Db, userId: string, contactId: string, email: string): Promise<string[]> {
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
    throw new AppError(
      'CONFLICT',
      'A mail to this person is being handed over just now; try again in a minute',
    )
  }
  return sends.map(({ id }) => id)
}

/** Takes names, addresses and words out of mails, their outcomes, what was seen of them, and what came back. */
async function scrubMails(tx: Db, userId: string, contactId: string, email: string, sendIds: string[]) {
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
        error: null,
      })
      .where(inArray(emailSends.id, sendIds))
  }
  await tx.execute(sql`
    update email_logs set recipient_email = ${ERASED}, recipient_name = '', subject = '', detail = null
    where user_id = ${user} and (contact_id = ${contact} or email_send_id = any(${ids}) or lower(recipient_email) = ${email})`)
  await tx.execute(sql`
    update tracking_events set contact_id = null, user_agent = null, ip_address = null, raw_payload = null
    where email_send_id = any(${ids})`)
  await tx.execute(sql`
    update inbound_messages set from_email = '', subject = '', text = '', reason = null
    where user_id = ${user} and (contact_id = ${contact} or email_send_id = any(${ids}) or lower(from_email) = ${email})`)
}

/** The same in what was decided, told to the user, refused by imports, and paid for. */
async function scrubRecords(tx: Db, userId: string, contactId: string, email: string): Promise<void> {
  const user = sql`${userId}::uuid`
  // Ids, dates and the names of rules stay: they say why, and nothing of the person.
  await tx.execute(sql`
    update decisions d set inputs = coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(d.inputs)
      where key <> 'detail' and (jsonb_typeof(value) in ('number', 'boolean', 'null')
        or value #>> '{}' ~ '^([0-9a-f-]{36}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z|[a-z]+(_[a-z]+)*)$')), '{}'::jsonb)
    where d.user_id = ${user} and d.contact_id = ${contactId}::uuid`)
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
  // Files and payloads of work that is over: none of them is needed any more.
  await tx.execute(sql`
    delete from job_files f where f.user_id = ${user} and (f.purpose = 'export' or exists (
      select from queue_jobs j where j.id = f.queue_job_id and j.status in ('completed', 'failed')))`)
  await tx.execute(sql`
    update queue_jobs set payload = '{}' where user_id = ${user} and type = 'lead_import'
      and status in ('completed', 'failed')`)
}
