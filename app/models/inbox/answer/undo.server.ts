import { and, eq } from 'drizzle-orm'
import { attachments, conversations, emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { releaseSends } from '~/models/enrollments/store.server'
import { signatureEnd } from '~/models/templates/render-mail'
import { type Draft, readDraft, saveDraft } from './draft.server'
import { toHtml } from './written-html'

/**
 * Undoes an email that has not started: its text becomes the draft again, and the conversation is open.
 * @throws AppError NOT_FOUND; CONFLICT if it has started
 */
export async function undoAnswer(
  db: Db,
  userId: string,
  conversationId: string,
  sendId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(
        and(
          eq(emailSends.id, sendId),
          eq(emailSends.userId, userId),
          eq(emailSends.conversationId, conversationId),
          eq(emailSends.isManual, true),
        ),
      )
      .for('update')
    if (!send) notFound('Email not found')
    if (!['scheduled', 'claimed', 'failed'].includes(send.state))
      throw new AppError('CONFLICT', 'This email has already been sent')
    await releaseSends(tx, [sendId])
    await tx
      .update(emailSends)
      .set({ state: 'cancelled', claimedBy: null, leaseEndsAt: null })
      .where(eq(emailSends.id, sendId))
    await tx.update(attachments).set({ emailSendId: null }).where(eq(attachments.emailSendId, sendId))
    await tx
      .update(conversations)
      .set({ state: 'open', snoozedUntil: null })
      .where(and(eq(conversations.id, conversationId), eq(conversations.userId, userId)))
    await saveDraft(
      tx,
      conversationId,
      joined(await writtenOf(tx, send), await readDraft(tx, conversationId)),
    )
  })
}

/** What the user wrote: without the signature, which is added when it is sent again. */
async function writtenOf(
  tx: Db,
  { htmlBody, plainTextBody, senderAccountId }: typeof emailSends.$inferSelect,
) {
  const [box] = senderAccountId
    ? await tx
        .select({ signature: mailAccounts.signature })
        .from(mailAccounts)
        .where(eq(mailAccounts.id, senderAccountId))
    : []
  const { text, html } = signatureEnd(box?.signature ?? '')
  const without = (body: string, end: string) =>
    end && body.endsWith(end) ? body.slice(0, -end.length) : body
  return htmlBody ? { html: without(htmlBody, html) } : { text: without(plainTextBody, text) }
}

/** An email whose sending was undone, before a text that was begun meanwhile. */
function joined(taken: Draft, begun: Draft | null): Draft {
  if (!begun) return taken
  if ('text' in taken && 'text' in begun) return { text: `${taken.text}\n\n${begun.text}` }
  const htmlOf = (draft: Draft) => ('html' in draft ? draft.html : toHtml(draft.text))
  return { html: htmlOf(taken) + htmlOf(begun) }
}
