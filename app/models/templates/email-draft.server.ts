import { and, desc, eq, sql } from 'drizzle-orm'
import { emailDrafts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { EmailDraft } from './email-draft'

/** Most drafts of one user; older ones are dropped. */
const MOST_DRAFTS = 100

const at = (userId: string, sequenceId: string, place: string) =>
  and(eq(emailDrafts.userId, userId), eq(emailDrafts.sequenceId, sequenceId), eq(emailDrafts.place, place))

/** What the user was writing there; null if it was saved or discarded. */
export async function readEmailDraft(db: Db, userId: string, sequenceId: string, place: string) {
  const [row] = await db
    .select({
      name: emailDrafts.name,
      subject: emailDrafts.subject,
      htmlBody: emailDrafts.htmlBody,
      plainTextBody: emailDrafts.plainTextBody,
    })
    .from(emailDrafts)
    .where(at(userId, sequenceId, place))
  return row ?? null
}

/** Stores what is being written. Nothing that is sent changes. The caller has found the sequence to be the user's. */
export async function saveEmailDraft(
  db: Db,
  userId: string,
  sequenceId: string,
  { place, ...values }: EmailDraft,
): Promise<void> {
  await db
    .insert(emailDrafts)
    .values({ userId, sequenceId, place, ...values })
    .onConflictDoUpdate({
      target: [emailDrafts.userId, emailDrafts.sequenceId, emailDrafts.place],
      set: { ...values, updatedAt: sql`now()` },
    })
  const kept = db
    .select({ updatedAt: emailDrafts.updatedAt })
    .from(emailDrafts)
    .where(eq(emailDrafts.userId, userId))
    .orderBy(desc(emailDrafts.updatedAt))
    .offset(MOST_DRAFTS - 1)
    .limit(1)
  await db
    .delete(emailDrafts)
    .where(and(eq(emailDrafts.userId, userId), sql`${emailDrafts.updatedAt} < (${kept})`))
}

export async function deleteEmailDraft(
  db: Db,
  userId: string,
  sequenceId: string,
  place: string,
): Promise<void> {
  await db.delete(emailDrafts).where(at(userId, sequenceId, place))
}
