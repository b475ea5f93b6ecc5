import { and, desc, eq, sql } from 'drizzle-orm'
import { emailDrafts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { EmailDraft } from './email-draft'

/** The maximum number of drafts per user; the oldest are deleted. */
const MAX_DRAFTS = 100

const at = (userId: string, sequenceId: string, place: string) =>
  and(eq(emailDrafts.userId, userId), eq(emailDrafts.sequenceId, sequenceId), eq(emailDrafts.place, place))

/** The unsaved text of this step's email; null if there is none. */
export async function readEmailDraft(db: Db, userId: string, sequenceId: string, place: string) {
  const [row] = await db
    .select({
      name: emailDrafts.name,
      subject: emailDrafts.subject,
      htmlBody: emailDrafts.htmlBody,
      plainTextBody: emailDrafts.plainTextBody,
      updatedAt: emailDrafts.updatedAt,
    })
    .from(emailDrafts)
    .where(at(userId, sequenceId, place))
  return row ?? null
}

/** Stores an unsaved text; the emails that are sent do not change. The caller has checked that the user owns the sequence. */
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
    .offset(MAX_DRAFTS - 1)
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
