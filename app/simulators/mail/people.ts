import { type Letter, senderOf, writeAutoReply, writeBounce, writeComplaint, writeReply } from './letters'
import { addressesOf, headerOf, splitMessage } from './message'
import type { MailStore, StoredMail } from './store'

/** A delivered mail, as its recipient sees it. */
export interface PersonMail {
  id: string
  from: string
  to: string
  subject: string
  html: string
  text: string
  /** Names as sent; of a repeated header the first. */
  headers: Record<string, string>
  deliveredAt: Date
}

/** What came of an act: whose mailbox the answer went into. Null when there is no such mail. */
export type Acted = { mailbox: string } | null

/** The people (and the mail systems before them) who receive the mails of the simulated services. */
export function createPeople(store: MailStore) {
  /** Writes an answer to a delivered mail and puts it into its sender's mailbox. */
  async function answer(
    id: string,
    write: (mail: StoredMail, letter: Letter) => Buffer | Promise<Buffer>,
    from?: string,
  ): Promise<Acted> {
    const mail = await store.find(id)
    if (!mail) return null
    const letter = { at: await store.now(), unique: await store.nextLetterName() }
    const mailbox = senderOf(mail)
    const raw = await write(mail, letter)
    await store.deliver({ service: 'person', raw, from: from ?? mail.recipient, to: [mailbox] })
    return { mailbox }
  }

  return {
    /** Delivered mails, oldest first; `to` is a whole address, `subject` a part of the subject. */
    async list(filter: { to?: string; subject?: string; limit?: number } = {}): Promise<PersonMail[]> {
      return (await store.list(filter)).map(asSeen)
    },

    /** One delivered mail; null when there is none. */
    async get(id: string): Promise<PersonMail | null> {
      const mail = await store.find(id)
      return mail && asSeen(mail)
    },

    /** The recipient answers in their own words. */
    reply: (id: string, { text }: { text: string }) =>
      answer(id, (mail, letter) => writeReply(mail, letter, text)),

    /** The recipient's vacation responder answers; `returnsOn` is a day, `YYYY-MM-DD`. */
    autoReply: (id: string, { returnsOn }: { returnsOn?: string } = {}) =>
      answer(id, (mail, letter) => writeAutoReply(mail, letter, returnsOn)),

    /** The mail comes back; hard (5.1.1) unless another enhanced status is given. */
    bounce: (id: string, { status = '5.1.1' }: { status?: string } = {}) =>
      answer(id, (mail, letter) => writeBounce(mail, letter, status), 'mailer-daemon@googlemail.com'),

    /** The recipient reports the mail as spam. */
    complain: (id: string) => answer(id, writeComplaint, 'feedback@arf.example.net'),
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
