import { fnv1a } from '~/engine/hash'

/** A mailbox that a sequence sends from, and who runs it. */
export interface Sender<Service extends string> {
  id: string
  service: Service
}

/** The mailbox of a contact. */
export interface ChosenSender<Service extends string> {
  mailboxId: string
  /** The company that runs the mailbox and serves the contact's domain, if that narrowed the choice; else null. */
  matched: Service | null
}

/**
 * Picks the mailbox of a contact by hash: evenly distributed, and the same on every call.
 * @param service who serves the contact's domain: mailboxes of the same company come first. Null if that does not matter or is not known.
 * @returns null if there is no mailbox
 */
export function chooseSender<Service extends string>(
  senders: readonly Sender<Service>[],
  contactId: string,
  service: Service | null,
): ChosenSender<Service> | null {
  const same = service === null ? [] : senders.filter((sender) => sender.service === service)
  const matches = same.length > 0 && same.length < senders.length
  const among = matches ? same : senders
  const chosen = among[fnv1a(contactId) % among.length]
  return chosen ? { mailboxId: chosen.id, matched: matches ? service : null } : null
}
