import { and, eq, sql } from 'drizzle-orm'
import {
  contactNotes,
  contacts,
  conversations,
  inboundMessages,
  mailAccounts,
  personas,
  sequences,
  templates,
  users,
  workflows,
} from '#drizzle/schema'
import type { Db } from '~/db.server'

/** The rows of an account by name or address, so that sample data are not created twice. */
export async function findSampleRows(db: Db, userId: string) {
  const named = async (table: typeof personas | typeof templates | typeof sequences | typeof workflows) =>
    new Map(
      (await db.select({ id: table.id, name: table.name }).from(table).where(eq(table.userId, userId))).map(
        ({ id, name }) => [name, id] as const,
      ),
    )
  const mailboxes = await db
    .select({ id: mailAccounts.id, email: mailAccounts.email })
    .from(mailAccounts)
    .where(eq(mailAccounts.userId, userId))
  const [user] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  return {
    lists: await named(personas),
    templates: await named(templates),
    sequences: await named(sequences),
    workflows: await named(workflows),
    mailboxes: new Map(mailboxes.map(({ id, email }) => [email, id] as const)),
    timezone: user?.timezone ?? 'UTC',
  }
}

/** The id of the contact with this address, or null. */
export async function findContactId(db: Db, userId: string, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`lower(${contacts.email}) = ${email}`))
  return row?.id ?? null
}

/** Emails that this user sent in a period and that got neither a reply nor a bounce, oldest first. */
export async function listUnreplied(db: Db, userId: string, from: Date, until: Date) {
  const rows = await db.execute<{ sendId: string; email: string; sentAt: string }>(sql`
    select l.email_send_id as "sendId", l.recipient_email as email, l.sent_at::text as "sentAt" from email_logs l
    where l.user_id = ${userId} and not l.is_test_email and l.sent_at > ${from.toISOString()}::timestamptz
      and l.sent_at <= ${until.toISOString()}::timestamptz
      and l.replied_at is null and l.bounced_at is null
    order by l.sent_at, l.id`)
  return rows.map(({ sentAt, ...row }) => ({ ...row, sentAt: new Date(sentAt) }))
}

/** Unread conversations with the number of replies in them, so that the user of the sample data answers each reply once. */
export async function listUnread(db: Db, userId: string) {
  return db
    .select({
      id: conversations.id,
      contactId: conversations.contactId,
      email: contacts.email,
      proposedDate: conversations.proposedDate,
      replies: sql<number>`(select count(*)::int from ${inboundMessages} m where m.conversation_id = ${conversations.id} and m.kind = 'reply')`,
      notes: sql<number>`(select count(*)::int from ${contactNotes} n where n.contact_id = ${conversations.contactId})`,
    })
    .from(conversations)
    .innerJoin(contacts, eq(contacts.id, conversations.contactId))
    .where(and(eq(conversations.userId, userId), eq(conversations.unread, true)))
    .orderBy(conversations.lastMessageAt, conversations.id)
}
