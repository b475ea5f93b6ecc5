import { serverWords } from '../server-words'
import type { OutgoingMail, SendAccepted } from '../types'

const QUEUED =
  /\b(?:queued(?: mail)? (?:as|for delivery as)|id[ =:]{1,9}|queue[ -]?id[ =:]{0,9})\s{0,9}<?([\w.@+-]{4,100})/i

/** What the server's yes to a mail says: its place in the queue, and an id in the place of ours. */
export function accepted(mail: OutgoingMail, reply: string, host: string): SendAccepted {
  const messageId = givenId(reply.trim(), host) ?? mail.messageId
  return { ok: true, providerId: QUEUED.exec(serverWords(reply))?.[1] ?? messageId, messageId }
}

/** Microsoft and Amazon write an id of their own into the message, and say so in words that only they use. */
function givenId(reply: string, host: string): string | undefined {
  const outlook = /^250 2\.0\.0 OK (<[^<>\s]+\.prod\.outlook\.com>)/i.exec(reply)
  if (outlook) return outlook[1]
  const region =
    /(?:^|\.)([a-z]{2}(?:-[a-z]{1,20}){1,4}-\d{1,3})\.(?:.{1,200}\.)?(?:amazonaws|awsapps)\.com\.?$/i.exec(
      host,
    )?.[1]
  const ses = region && /^250 Ok ([0-9a-f]+(?:-[0-9a-f]+)+)$/i.exec(reply)?.[1]
  if (!ses) return undefined
  // The oldest region has no name in it.
  const domain = region.toLowerCase() === 'us-east-1' ? 'email' : region.toLowerCase()
  return `<${ses.toLowerCase()}@${domain}.amazonses.com>`
}
