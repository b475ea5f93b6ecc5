/**
 * The Message-ID of a try at a mail (RFC 5322, 3.6.4): each try has its own, so that an answer tells which one it is to.
 * @param attempt from 1 @param from the address it is sent from, whose domain stands for us
 */
export const messageIdOf = (sendId: string, attempt: number, from: string): string =>
  `<${sendId}.${attempt}@${from.slice(from.lastIndexOf('@') + 1)}>`
