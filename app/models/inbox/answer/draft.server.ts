import { eq, sql } from 'drizzle-orm'
import { drafts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Recipients } from './recipients'

/** What a draft says: plain text or HTML. */
export type DraftText = { text: string } | { html: string }

/** A draft: its text, and what the user chose beside it. */
export type Draft = DraftText & {
  /** As they were typed; those that an answer has by default if absent. */
  recipients?: Recipients
  /** Whether it quotes the last message, if the user chose. */
  quote?: boolean
}

/** The draft of a conversation; null if there is none. The caller has checked the owner. */
export async function readDraft(db: Db, conversationId: string): Promise<Draft | null> {
  const [row] = await db.select().from(drafts).where(eq(drafts.conversationId, conversationId))
  if (!row) return null
  return {
    ...(row.html === null ? { text: row.text ?? '' } : { html: row.html }),
    ...(row.recipients && { recipients: row.recipients }),
    ...(row.quote !== null && { quote: row.quote }),
  }
}

/** Stores the draft of a conversation; one without a text and without recipients of its own is deleted. */
export async function saveDraft(db: Db, conversationId: string, draft: Draft): Promise<void> {
  const written = 'html' in draft ? { html: draft.html, text: null } : { html: null, text: draft.text }
  const set = { ...written, recipients: draft.recipients ?? null, quote: draft.quote ?? null }
  if (!(set.html ?? set.text ?? '').trim() && !set.recipients) return deleteDraft(db, conversationId)
  await db
    .insert(drafts)
    .values({ conversationId, ...set })
    .onConflictDoUpdate({ target: drafts.conversationId, set: { ...set, updatedAt: sql`now()` } })
}

/** Stores a proposed text as the draft, unless a text was begun meanwhile. */
export async function saveProposal(db: Db, conversationId: string, text: string): Promise<void> {
  await db
    .insert(drafts)
    .values({ conversationId, text })
    .onConflictDoUpdate({
      target: drafts.conversationId,
      set: { text, html: null },
      setWhere: sql`coalesce(${drafts.html}, ${drafts.text}, '') !~ '\\S'`,
    })
}

export async function deleteDraft(db: Db, conversationId: string): Promise<void> {
  await db.delete(drafts).where(eq(drafts.conversationId, conversationId))
}
