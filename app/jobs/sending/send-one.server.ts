import type { Content } from '~/models/outbox/mail-content.server'
import { asciiDomain, composeMail } from '~/providers/mail/message/compose'
import type { MailProvider, SendResult } from '~/providers/mail/types'

/** Anything that goes wrong before the hand-over is known not to have been sent. */
export async function sendOne(
  provider: MailProvider,
  { envelope, prepared }: Content,
  now: Date,
  limit: AbortSignal,
): Promise<SendResult> {
  if ('hold' in prepared) throw new Error('a mail on hold was started')
  let raw: Buffer
  let to: string
  try {
    to = asciiDomain(envelope.to.address, 'to')
    raw = await composeMail({
      sendId: envelope.sendId,
      messageId: prepared.messageId,
      date: now,
      from: envelope.from,
      to: envelope.to,
      subject: prepared.mail.subject,
      text: prepared.mail.text,
      html: prepared.mail.html,
      unsubscribeUrl: envelope.unsubscribeUrl,
      references: envelope.references,
      ...(envelope.references.length > 0 ? { inReplyTo: envelope.references.at(-1)! } : {}),
    })
  } catch (error) {
    return { ok: false, why: 'refused', detail: error instanceof Error ? error.message : String(error) }
  }
  try {
    return await provider.send(
      {
        sendId: envelope.sendId,
        raw,
        from: envelope.from.address,
        to,
        messageId: prepared.messageId,
        ...(prepared.threadId ? { threadId: prepared.threadId } : {}),
      },
      limit,
    )
  } catch (error) {
    // A defect of ours after the start: nobody can tell whether it left.
    return { ok: false, why: 'unknown', detail: error instanceof Error ? error.message : String(error) }
  }
}
