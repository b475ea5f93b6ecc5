import { eq } from 'drizzle-orm'
import { conversations } from '#drizzle/schema'
import { processInbound } from '~/models/inbound/inbound.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { sendOne } from './mailing'
import { type Outreach, secrets } from './outreach'

/** A contact that got one email at `due` from this mailbox, and how it replies. */
export async function openThread(outreach: Outreach, mailboxId: string, due: Date) {
  const { db, userId } = outreach
  const sent = await sendOne(outreach, mailboxId, due)
  return {
    ...sent,
    /** Stores a reply, received at this time. */
    async reply(text: string, at: Date) {
      const raw = `From: Bo <${sent.email}>\r\nTo: ann@sender.example\r\nSubject: AW: Hi\r\n\r\n${text}\r\n`
      const inbound = await classifyInbound(Buffer.from(raw))
      const received = { mailboxId, providerId: crypto.randomUUID(), receivedAt: at, inbound }
      await processInbound(db, userId, received, at, secrets)
    },
    /** The conversation of its replies. */
    async conversation() {
      const [row] = await db.select().from(conversations).where(eq(conversations.contactId, sent.contactId))
      return row!
    },
  }
}
