import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'
import {
  GAP,
  type MailTexts,
  piecesOf,
  type Tokens,
  TRACKING,
  UNSUBSCRIBE,
} from '~/models/shared/mail/stored-text.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { type CompiledTemplate, type EmailFrame, renderShared } from '~/models/templates/render-mail'

/** A text that all emails of a template from one mailbox have in common. */
export interface SharedText extends MailTexts {
  id: string
  userId: string
}

/** How the body of an email is stored, if it follows a shared text. */
export interface StoredText {
  shared: SharedText
  ownText: string[]
}

/** Makes the shared text of a template. @param frameOf the frame of an email with these tokens */
export function shareText(
  userId: string,
  template: CompiledTemplate,
  frameOf: (tokens: Tokens) => EmailFrame,
): SharedText {
  const texts = renderShared(
    template,
    frameOf({ trackingToken: TRACKING, unsubscribeToken: UNSUBSCRIBE }),
    GAP,
  )
  return { id: sharedIdOf(userId, texts), userId, ...texts }
}

/** The same id for the same texts of a user. */
function sharedIdOf(userId: string, { html, text }: MailTexts): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, html, text]))
    .digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** What an email has in the gaps of its shared text; null if it does not follow that text. */
export function ownTextOf(email: MailTexts, shared: MailTexts, tokens: Tokens): string[] | null {
  const text = partsIn(email.text, piecesOf(shared.text, tokens))
  const html = partsIn(email.html, piecesOf(shared.html, tokens))
  return text && html && [...text, ...html]
}

/** What stands between the pieces in a text; null if it does not consist of them, in this order. */
function partsIn(text: string, pieces: string[]): string[] | null {
  const [first = '', ...more] = pieces
  const last = more.pop()
  if (last === undefined) return text === first ? [] : null
  if (!text.startsWith(first)) return null
  const parts: string[] = []
  let from = first.length
  for (const piece of more) {
    const at = text.indexOf(piece, from)
    if (at < 0) return null
    parts.push(text.slice(from, at))
    from = at + piece.length
  }
  const end = text.length - last.length
  if (end < from || !text.endsWith(last)) return null
  return [...parts, text.slice(from, end)]
}

const SHARED_TYPES = { id: 'uuid', user_id: 'uuid', html: 'text', text: 'text' } as const
const OWN_TYPES = { id: 'uuid', shared_text_id: 'uuid', own_text: 'jsonb' } as const

/** Stores the bodies of emails that start, as far as they follow a shared text. One of an earlier attempt is replaced. */
export async function storeTexts(
  tx: Db,
  sends: { sendId: string; stored?: StoredText | undefined }[],
): Promise<void> {
  const found = sends.flatMap(({ sendId, stored }) => (stored ? [{ sendId, ...stored }] : []))
  if (found.length === 0) return
  const texts = new Map(found.map(({ shared }) => [shared.id, shared]))
  // In the order of their ids, so that two workers never wait for each other.
  const shared = [...texts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const sharedRows = shared.map(({ userId, ...text }) => ({ user_id: userId, ...text }))
  const ownRows = found.map(({ sendId, shared, ownText }) => ({
    ...{ id: sendId, shared_text_id: shared.id, own_text: ownText },
  }))
  await Promise.all([
    executePrepared(
      tx,
      sql`
      insert into shared_texts (id, user_id, html, text)
      select v.* from ${rowArrays('v', SHARED_TYPES, sharedRows)} on conflict do nothing`,
    ),
    executePrepared(
      tx,
      sql`
      insert into email_texts (email_send_id, shared_text_id, own_text) select v.* from ${rowArrays('v', OWN_TYPES, ownRows)}
      on conflict (email_send_id) do update set shared_text_id = excluded.shared_text_id, own_text = excluded.own_text`,
    ),
  ])
}
