/** What a sequence says of its senders. */
interface Choice {
  senderAccountId: string | null
  mailboxIds: string[]
}

interface Sender {
  id: string
  email: string
  status: string
  isDefault: boolean
  canRead: boolean
  /** Its recipients can follow our links. */
  linksLead: boolean
}

/** The mailboxes that a sequence sends from; `mailboxes` are all of the user's, newest first. */
export function sendersOf<S extends Pick<Sender, 'id' | 'isDefault'>>(
  { senderAccountId, mailboxIds }: Choice,
  mailboxes: S[],
): S[] {
  if (mailboxIds.length > 0) return mailboxes.filter(({ id }) => mailboxIds.includes(id))
  const chosen = mailboxes.find(({ id }) => id === senderAccountId)
  const fallback = mailboxes.find(({ isDefault }) => isDefault) ?? mailboxes.at(-1)
  return [chosen ?? fallback].filter((box) => box !== undefined)
}

/** What the user has to know of a sequence's senders, a sentence each. */
export function notesOnSenders(choice: Choice, mailboxes: Sender[]): string[] {
  if (mailboxes.length === 0) return ['No mailbox is connected: mails wait until you connect one.']
  return sendersOf(choice, mailboxes).flatMap(({ email, status, canRead, linksLead }) => [
    ...(status === 'connected' ? [] : [`${email} is not connected: its mails wait until you reconnect it.`]),
    ...(linksLead
      ? []
      : [
          `${email} does not send while APP_URL is an address of this machine only: links in its mails would lead nowhere.`,
        ]),
    ...(canRead ? [] : [`${email} has no IMAP server: replies and bounces of its mails will not be seen.`]),
  ])
}
