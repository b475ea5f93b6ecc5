import { and, eq } from 'drizzle-orm'
import { conversations, emailLogs, inboundMessages, notifications, sequenceContacts } from '#drizzle/schema'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { activateSequence } from '~/models/sequences/run.server'
import { classifyInbound, type Inbound } from '~/providers/mail/inbound/inbound'
import { ACCEPTED, addSmtp, recordResult, sendOf, startDue } from '../../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../../support/outreach'

/** The first emails are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
export const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000)
export const days = (n: number) => hours(24 * n)

export type Flow = Awaited<ReturnType<typeof openFlow>>

/** A running sequence: a first email, a second one a day after, and "thanks", which follows a reply. */
export async function openFlow() {
  const outreach = await openOutreach()
  const { db, userId } = outreach
  const mailboxId = await addSmtp(db, userId, NOW)
  const { id: sequenceId } = await outreach.makeSequence({ name: 'First contact', mailboxIds: [mailboxId] })
  const thanks = await outreach.makeStep(sequenceId, { branchOnly: true, delayDays: 1 })
  const first = await outreach.makeStep(sequenceId, { repliedNext: 'step', repliedStepId: thanks.id })
  const second = await outreach.makeStep(sequenceId, { delayDays: 1 })
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  return {
    ...outreach,
    mailboxId,
    sequenceId,
    steps: { first: first.id, second: second.id, thanks: thanks.id },
  }
}

/** Sends what is due. @returns the ids of the emails */
async function sendDue({ db }: Pick<Outreach, 'db'>, now: Date): Promise<string[]> {
  const ids = await startDue(db, now)
  await recordResult(db, ids, ACCEPTED, now)
  return ids
}

/** A contact who got the first email at `DUE`, what they send, and what becomes of them. */
export async function openContact(flow: Flow, email = `${crypto.randomUUID()}@acme.example`) {
  const { db, userId, mailboxId, sequenceId } = flow
  const contact = await createContact(db, userId, NewContact.parse({ email, firstName: 'Bo' }), NOW, secrets)
  const contactId = contact.id
  await enrollContacts(db, userId, sequenceId, [contactId], NOW, secrets)
  const [sendId] = (await sendDue(flow, DUE)) as [string]
  const { messageId: references } = await sendOf(db, sendId)

  /** Receives a message. @returns its row; undefined if it was not recorded */
  async function receive(
    text: string,
    at: Date,
    { from = email, subject = 'Re: Hi', head = '', known = true, fields = {} as Partial<Inbound> } = {},
  ) {
    const raw = `From: Bo <${from}>\r\nTo: ann@sender.example\r\nSubject: ${subject}\r\n${known ? `In-Reply-To: ${references}\r\n` : ''}${head}\r\n${text}\r\n`
    return receiveRaw(Buffer.from(raw), at, fields)
  }
  async function receiveRaw(raw: Buffer, at: Date, fields: Partial<Inbound> = {}) {
    const inbound = { ...(await classifyInbound(raw, at)), ...fields }
    const received = { mailboxId, providerId: crypto.randomUUID(), receivedAt: at, inbound }
    await processInbound(db, userId, received, at, secrets)
    const [row] = await db
      .select()
      .from(inboundMessages)
      .where(eq(inboundMessages.providerId, received.providerId))
    return row
  }
  const enrollmentOf = async (id = sequenceId) => {
    const [row] = await db
      .select()
      .from(sequenceContacts)
      .where(and(eq(sequenceContacts.contactId, contactId), eq(sequenceContacts.sequenceId, id)))
    const { status, endReason, holdReason, heldUntil, currentStepId, nextAction, slotAt, repliedAt, visits } =
      row!
    return { status, endReason, holdReason, heldUntil, currentStepId, nextAction, slotAt, repliedAt, visits }
  }
  return {
    ...{ contactId, email, sendId, references: references!, receive, receiveRaw, enrollmentOf },
    /** The place of a message of the contact's conversation. */
    place: (message: { id: string; conversationId: string | null } | undefined) => ({
      conversationId: message!.conversationId!,
      messageId: message!.id,
    }),
    /** Sends what is due. @returns the emails to this contact */
    async sendDue(now: Date) {
      const ids = await sendDue(flow, now)
      const sent = await Promise.all(ids.map((id) => sendOf(db, id)))
      return sent.filter((send) => send.contactId === contactId).map(({ id }) => id)
    },
    async log() {
      const [row] = await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, sendId))
      return { status: row!.status, repliedAt: row!.repliedAt }
    },
    async conversation() {
      const [row] = await db.select().from(conversations).where(eq(conversations.contactId, contactId))
      return row!
    },
    async notices() {
      const rows = await db.select().from(notifications).where(eq(notifications.userId, userId))
      return rows
        .filter(({ metadata }) => (metadata as { contactId?: string }).contactId === contactId)
        .map(({ title, read }) => `${title}${read ? ' (read)' : ''}`)
    },
  }
}
