import { Refusal } from '../http'
import { addressesOf, headerOf, splitMessage } from '../mail/message'
import { graphError } from './http'

interface Shown {
  id: string
  raw: Buffer
  messageId: string
  threadId: string
  at: Date
  isDraft: boolean
}

/** A message as Graph shows it, with all fields that the product selects. */
export function showMessage({ id, raw, messageId, threadId, at, isDraft }: Shown) {
  const { headers } = splitMessage(raw)
  return {
    id,
    isDraft,
    internetMessageId: messageId,
    conversationId: threadId,
    receivedDateTime: `${at.toISOString().slice(0, 19)}Z`,
    subject: headerOf(headers, 'Subject'),
    toRecipients: addressesOf(headerOf(headers, 'To')).map((address) => ({ emailAddress: { address } })),
  }
}

export const notFound = () =>
  new Refusal(404, graphError('ErrorItemNotFound', 'The specified object was not found in the store.'))
