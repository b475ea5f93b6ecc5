import { compose, type File } from './letters'
import type { Entry, MailStore } from './store'

/** What the owner of a mailbox writes in their own mail program. */
export interface WrittenMail {
  to: string
  subject: string
  text: string
  /** Message ids with brackets. */
  inReplyTo?: string
  references?: string[]
  attachments?: File[]
}

/**
 * The mail program of the mailboxes' owners: it sends a message, and the copy is in the Sent folder, under Gmail with the label SENT and
 * in the thread that it continues.
 */
export function createMailProgram(store: MailStore) {
  return {
    async write(mailbox: string, mail: WrittenMail): Promise<{ messageId: string; entry: Entry }> {
      const owner = mailbox.toLowerCase()
      const messageId = `<${await store.nextLetterName()}@${owner.split('@').at(-1)}>`
      const raw = await compose({ ...mail, from: owner, date: await store.now(), messageId })
      const delivery = { service: 'smtp' as const, raw, from: owner, to: [mail.to] }
      const { sent } = await store.deliver({ ...delivery, sentBy: owner, inThread: true })
      return { messageId, entry: sent! }
    },
  }
}

export type MailProgram = ReturnType<typeof createMailProgram>
