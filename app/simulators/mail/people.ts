import {
  type File,
  type Letter,
  senderOf,
  writeAutoReply,
  writeBounce,
  writeComplaint,
  writeReply,
} from './letters'
import { addressesOf, headerOf, splitMessage } from './message'
import type { MailStore, StoredMail } from './store'

/** A delivered message, as its recipient sees it. */
export interface PersonMail {
  id: string
  from: string
  to: string
  subject: string
  html: string
  text: string
  /** Names as sent; for a repeated header the first value. */
  headers: Record<string, string>
  deliveredAt: Date
}

/** The mailbox that received the reply. Null if there is no such message. */
export type ReceivingMailbox = { mailbox: string } | null

/** The recipients (and their mail systems) of the messages sent through the simulated services. */
export function createPeople(store: MailStore) {
  /** Writes back to a delivered message and puts it into the sender's mailbox. */
  async function writeBack(
    id: string,
    write: (mail: StoredMail, letter: Letter) => Buffer | Promise<Buffer>,
    from?: string,
  ): Promise<ReceivingMailbox> {
    const mail = await store.find(id)
    if (!mail) return null
    const letter = { at: await store.now(), unique: await store.nextLetterName() }
    const mailbox = senderOf(mail)
    const host = mail.recipient.split('@').at(-1)
    // As every server that delivers a message.
    const trace = `Received: from mx.${host} by mx.sandbox.example with ESMTPS id ${letter.unique};\r\n ${letter.at.toUTCString()}\r\n`
    const raw = Buffer.concat([Buffer.from(trace), await write(mail, letter)])
    await store.deliver({ service: 'person', raw, from: from ?? mail.recipient, to: [mailbox] })
    return { mailbox }
  }

  return {
    /** Delivered messages, oldest first; `to` is a whole address, `subject` a part of the subject. */
    async list(filter: { to?: string; subject?: string; limit?: number } = {}): Promise<PersonMail[]> {
      return (await store.list(filter)).map(asSeen)
    },

    /** One delivered message; null if there is none. */
    async get(id: string): Promise<PersonMail | null> {
      const mail = await store.find(id)
      return mail && asSeen(mail)
    },

    /** The recipient replies with this text and these files. */
    reply: (id: string, { text, attachments }: { text: string; attachments?: File[] }) =>
      writeBack(id, (mail, letter) => writeReply(mail, letter, text, attachments)),

    /** The recipient's vacation responder replies; `returnsOn` is a day, `YYYY-MM-DD`. */
    autoReply: (id: string, { returnsOn }: { returnsOn?: string } = {}) =>
      writeBack(id, (mail, letter) => writeAutoReply(mail, letter, returnsOn)),

    /** The message bounces; hard (5.1.1) unless another enhanced status is given. */
    bounce: (id: string, { status = '5.1.1' }: { status?: string } = {}) =>
      writeBack(id, (mail, letter) => writeBounce(mail, letter, status), 'mailer-daemon@reports.example'),

    /** The recipient reports the message as spam. */
    complain: (id: string) => writeBack(id, writeComplaint, 'feedback@arf.example.net'),
  }
}

export type People = ReturnType<typeof createPeople>

function asSeen(mail: StoredMail): PersonMail {
  const { headers } = splitMessage(mail.raw)
  const byName = new Map<string, string>()
  for (const { name, value } of headers) if (!byName.has(name)) byName.set(name, value)
  const { id, sender, recipient, subject, html, text, deliveredAt } = mail
  const from = addressesOf(headerOf(headers, 'From'))[0] ?? sender
  return {
    id: String(id),
    from,
    to: recipient,
    subject,
    html,
    text,
    headers: Object.fromEntries(byName),
    deliveredAt,
  }
}
