/**
 * The Message-ID of one attempt at a send (RFC 5322, 3.6.4). Each attempt has its own, so that a reply or a report tells which
 * attempt it refers to.
 * @param attempt from 1 @param from the sender address, whose domain is used
 */
export const messageIdOf = (sendId: string, attempt: number, from: string): string =>
  `<${sendId}.${attempt}@${from.slice(from.lastIndexOf('@') + 1)}>`
