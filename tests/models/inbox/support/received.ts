import { processInbound } from '~/models/inbound/inbound.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { type Outreach, secrets } from '../../../support/outreach'

let messages = 0

/**
 * Receives a message that refers to a send by its id, as a report would, or by other fields.
 * @returns whether it was processed, and its Message-ID
 */
export async function receiveReply(
  { db, userId }: Pick<Outreach, 'db' | 'userId'>,
  about: {
    mailboxId: string
    sendId: string | null
    text: string
    at: Date
    threadId?: string
    fields?: Partial<Inbound>
  },
): Promise<{ processed: boolean; messageId: string }> {
  messages += 1
  const messageId = `<${messages}@people.example>`
  const { mailboxId, sendId, text, at, threadId, fields } = about
  const processed = await processInbound(
    db,
    userId,
    {
      mailboxId,
      providerId: messageId,
      receivedAt: at,
      ...(threadId ? { threadId } : {}),
      inbound: {
        ...UNREADABLE,
        kind: 'reply',
        messageId,
        sendId,
        subject: 'Re: Hi',
        text,
        body: text,
        ...fields,
      },
    },
    at,
    secrets,
  )
  return { processed, messageId }
}
