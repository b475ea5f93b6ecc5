import { eq, sql } from 'drizzle-orm'
import { emailSends, emailTexts, sharedTexts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isAmong } from '../row-arrays.server'

/**
 * The texts of sent emails, stored without repeating what all emails of a template have in common (docs/decisions/0112). A shared text has
 * gaps; an email stores what stands in them. The parts put together are the email, character by character, whatever changes later.
 */

/** The body of an email, or what several have in common. */
export interface MailTexts {
  html: string
  text: string
}

/** Stands for what differs from email to email. A text may contain it too: then there is one gap more. */
export const GAP = '\u001f'
/** Stand for the tokens of an email, which its row has anyway. */
export const TRACKING = '\u001et'
export const UNSUBSCRIBE = '\u001eu'

/** What makes the links of one email its own. */
export interface Tokens {
  trackingToken: string
  unsubscribeToken: string
}

/** Puts an email together. The reverse of `ownTextOf`. */
export function joinText(ownText: string[], shared: MailTexts, tokens: Tokens): MailTexts {
  const text = piecesOf(shared.text, tokens)
  const gaps = text.length - 1
  return {
    text: joinPieces(text, ownText.slice(0, gaps)),
    html: joinPieces(piecesOf(shared.html, tokens), ownText.slice(gaps)),
  }
}

/** What stands around the gaps. */
export const piecesOf = (text: string, { trackingToken, unsubscribeToken }: Tokens): string[] =>
  text.replaceAll(TRACKING, trackingToken).replaceAll(UNSUBSCRIBE, unsubscribeToken).split(GAP)

const joinPieces = (pieces: string[], parts: string[]): string =>
  pieces.map((piece, index) => (index === 0 ? piece : parts[index - 1] + piece)).join('')

/** Whether an email has a text in HTML, as a condition. */
export const HAS_HTML = sql<boolean>`(${emailSends.htmlBody} <> '' or exists (select from email_texts b where b.email_send_id = ${emailSends.id}))`

/**
 * Reads the bodies of emails as they were sent, by send; empty once they were removed for their age. The caller has checked the owner.
 * @param options whether the HTML is needed too, which is most of it
 */
export async function readTexts(
  db: Db,
  sendIds: string[],
  { html = true }: { html?: boolean } = {},
): Promise<Map<string, MailTexts>> {
  const rows = await db
    .select({
      id: emailSends.id,
      ...{ text: emailSends.plainTextBody, html: html ? emailSends.htmlBody : sql<string>`''` },
      isWhole: sql<boolean>`(${emailSends.htmlBody} <> '' or ${emailSends.plainTextBody} <> '')`,
      ...{ ownText: emailTexts.ownText, sharedId: emailTexts.sharedTextId },
      ...{ trackingToken: emailSends.trackingToken, unsubscribeToken: emailSends.unsubscribeToken },
    })
    .from(emailSends)
    .leftJoin(emailTexts, eq(emailTexts.emailSendId, emailSends.id))
    .where(isAmong(emailSends.id, sendIds))
  const found = await db
    .select({ id: sharedTexts.id, text: sharedTexts.text, html: html ? sharedTexts.html : sql<string>`''` })
    .from(sharedTexts)
    .where(isAmong(sharedTexts.id, [...new Set(rows.flatMap(({ sharedId }) => sharedId ?? []))]))
  const sharedOf = new Map(found.map((shared) => [shared.id, shared]))
  return new Map(
    rows.map(({ id, text, html, isWhole, ownText, sharedId, ...tokens }) => {
      const shared = sharedId && sharedOf.get(sharedId)
      return [id, shared && ownText && !isWhole ? joinText(ownText, shared, tokens) : { html, text }]
    }),
  )
}
