import type { SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import { serverWords } from '../server-words'
import type { OutgoingMail, SendAccepted } from '../types'

const QUEUED =
  /\b(?:queued(?: mail)? (?:as|for delivery as)|id[ =:]{1,9}|queue[ -]?id[ =:]{0,9})\s{0,9}<?([\w.@+-]{4,100})/i

/** Reads the reply of a server that accepted a message: its queue id, the Message-ID if it replaced ours, and the recipients that it refused. */
export function readAcceptance(mail: OutgoingMail, info: SMTPConnectionSendInfo): SendAccepted {
  const messageId = info.serverMessageId ?? mail.messageId
  const providerId = QUEUED.exec(serverWords(info.response ?? ''))?.[1] ?? messageId
  if (info.rejected.length === 0) return { ok: true, providerId, messageId }
  const rejected = info.rejected.map((address, index) => ({
    address,
    said: serverWords(info.rejectedErrors?.[index]?.response ?? ''),
  }))
  return { ok: true, providerId, messageId, rejected }
}
