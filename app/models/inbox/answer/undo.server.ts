import { and, eq, isNotNull } from 'drizzle-orm'
import { attachments, contacts, conversations, emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { releaseSends } from '~/models/enrollments/store.server'
import { signatureEnd } from '~/models/templates/render-mail'
import { type Draft, readDraft, saveDraft } from './draft.server'
import { isSameRecipients } from './recipients'
import { readAnswerChoices } from './recipients.server'
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
    // The images of a quote are fetched again with the next one.
    await tx
      .delete(attachments)
      .where(and(eq(attachments.emailSendId, sendId), isNotNull(attachments.contentId)))
    await tx.update(attachments).set({ emailSendId: null }).where(eq(attachments.emailSendId, sendId))
    await tx
      .update(conversations)
      .set({ state: 'open', snoozedUntil: null })
      .where(and(eq(conversations.id, conversationId), eq(conversations.userId, userId)))
    await saveDraft(
      tx,
      conversationId,
      joined(await draftOf(tx, userId, send), await readDraft(tx, conversationId)),
    )
  })
}

/** What the user wrote, and to whom. */
async function draftOf(tx: Db, userId: string, send: typeof emailSends.$inferSelect): Promise<Draft> {
  const { answer, conversationId, contactId } = send
  if (!answer) return writtenOf(tx, send)
  const { to, cc, bcc, text, html, quote } = answer
  const recipients = { to, cc, bcc }
  const [contact] = contactId
    ? await tx.select({ email: contacts.email }).from(contacts).where(eq(contacts.id, contactId))
    : []
  const usual =
    contact && conversationId && (await readAnswerChoices(tx, userId, conversationId, contact.email)).one
  return {
    ...(html === null ? { text: text ?? '' } : { html }),
    ...(usual && isSameRecipients(recipients, usual) ? {} : { recipients }),
    ...(quote && { quote }),
  }
}

/** The text of an email that was written before it was stored apart: without the signature, which is added when it is sent again. */
async function writtenOf(
  tx: Db,
  { htmlBody, plainTextBody, senderAccountId }: typeof emailSends.$inferSelect,
): Promise<Draft> {
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
  const choices = { ...choicesOf(begun), ...choicesOf(taken) }
  if ('text' in taken && 'text' in begun)
    return { text: [taken.text, begun.text].filter((text) => text.trim()).join('\n\n'), ...choices }
  const htmlOf = (draft: Draft) => ('html' in draft ? draft.html : toHtml(draft.text))
  return { html: htmlOf(taken) + htmlOf(begun), ...choices }
}

const choicesOf = ({ recipients, quote }: Draft) => ({
  ...(recipients && { recipients }),
  ...(quote !== undefined && { quote }),
})
