import { eq, sql } from 'drizzle-orm'
import { drafts } from '#drizzle/schema'
import type { Db } from '~/db.server'

/** A draft: plain text or HTML. */
export type Draft = { text: string } | { html: string }

/** The draft of a conversation; null if there is none. The caller has checked the owner. */
export async function readDraft(db: Db, conversationId: string): Promise<Draft | null> {
  const [row] = await db.select().from(drafts).where(eq(drafts.conversationId, conversationId))
  if (!row) return null
  return row.html === null ? { text: row.text ?? '' } : { html: row.html }
}

/** Stores the draft of a conversation; an empty one is deleted. */
export async function saveDraft(db: Db, conversationId: string, draft: Draft): Promise<void> {
  const set = 'html' in draft ? { html: draft.html, text: null } : { html: null, text: draft.text }
  if (!(set.html ?? set.text ?? '').trim()) return deleteDraft(db, conversationId)
  await db
    .insert(drafts)
    .values({ conversationId, ...set })
    .onConflictDoUpdate({ target: drafts.conversationId, set: { ...set, updatedAt: sql`now()` } })
}

/** Stores a proposed text as the draft, unless one was begun meanwhile. */
export async function saveProposal(db: Db, conversationId: string, text: string): Promise<void> {
  await db.insert(drafts).values({ conversationId, text }).onConflictDoNothing()
}

export async function deleteDraft(db: Db, conversationId: string): Promise<void> {
  await db.delete(drafts).where(eq(drafts.conversationId, conversationId))
}
