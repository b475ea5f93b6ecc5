/** The sender fields of a sequence. */
interface Choice {
  senderAccountId: string | null
  mailboxIds: string[]
}

interface Sender {
  id: string
  isDefault: boolean
}

/** The mailboxes that a sequence sends from. `mailboxes` are all of the user's, newest first. */
export function sendersOf<S extends Sender>({ senderAccountId, mailboxIds }: Choice, mailboxes: S[]): S[] {
  if (mailboxIds.length > 0) return mailboxes.filter(({ id }) => mailboxIds.includes(id))
  const chosen = mailboxes.find(({ id }) => id === senderAccountId)
  const fallback = mailboxes.find(({ isDefault }) => isDefault) ?? mailboxes.at(-1)
  return [chosen ?? fallback].filter((mailbox) => mailbox !== undefined)
}
