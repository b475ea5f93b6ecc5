import type { Content } from '~/models/outbox/mail-content.server'
import type { Outcome } from '~/models/outbox/record.server'
import type { RenderedSend } from '~/models/outbox/start.server'
import type { OutgoingFile } from '~/providers/mail/message/attach'
import { asciiDomain, composeMail } from '~/providers/mail/message/compose'
import { mailAddress } from '~/providers/mail/message/header-guard'
import type { MailProvider, OutgoingMail, SendResult } from '~/providers/mail/types'

/**
 * Composes the message of a started send and hands it to its provider. Never throws for a provider's failure: an error before the
 * hand-over proves that the email was not sent; an exception after it leaves the outcome unknown.
 * @param now the `Date` of the message, in mail time
 * @param limit aborts the call to the provider
 * @param loadFiles reads the files of an email that has some
 * @param keepPrepared stores the id that the provider gives it before it leaves
 */
export async function handOver(
  provider: Pick<MailProvider, 'send'>,
  content: Content,
  now: Date,
  limit: AbortSignal,
  loadFiles: (sendId: string) => Promise<OutgoingFile[]>,
  keepPrepared: (outcome: Pick<Outcome, 'sendId' | 'messageId'>, providerId: string) => Promise<void>,
): Promise<Outcome> {
  const { prepared } = content
  if ('hold' in prepared) throw new Error('a send without content was started')
  const outcomeOf = (result: SendResult) => ({
    sendId: prepared.sendId,
    messageId: prepared.messageId,
    result,
  })
  let files: OutgoingFile[]
  try {
    files = content.envelope.hasFiles ? await loadFiles(prepared.sendId) : []
  } catch (error) {
    return outcomeOf({ ok: false, why: 'retry', detail: errorText(error) })
  }
  let message: OutgoingMail
  try {
    message = await compose(content.envelope, prepared, now, files)
  } catch (error) {
    return outcomeOf({ ok: false, why: 'refused', detail: errorText(error) })
  }
  try {
    const { sendId, messageId } = prepared
    const onPrepared = (providerId: string) => keepPrepared({ sendId, messageId }, providerId)
    return outcomeOf(await provider.send(message, limit, { onPrepared }))
  } catch (error) {
    return outcomeOf({ ok: false, why: 'unknown', detail: errorText(error) })
  }
}

async function compose(
  envelope: Content['envelope'],
  { mail, messageId, threadId }: RenderedSend,
  now: Date,
  files: OutgoingFile[],
): Promise<OutgoingMail> {
  const { sendId, references, moreTo, cc } = envelope
  const to = asciiDomain(envelope.to.address, 'to')
  const raw = await composeMail({
    sendId,
    messageId,
    date: now,
    from: envelope.from,
    to: envelope.to,
    moreTo,
    cc,
    subject: mail.subject,
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    // A person wrote those without it.
    ...(envelope.unsubscribeUrl
      ? { unsubscribeUrl: envelope.unsubscribeUrl, unsubscribeMail: envelope.unsubscribeMail }
      : { flowed: true }),
    attachments: files,
    references,
    ...(references.length > 0 ? { inReplyTo: references.at(-1)! } : {}),
  })
  const from = asciiDomain(envelope.from.address, 'from')
  const bcc = envelope.bcc.map((address) => asciiDomain(mailAddress(address, 'bcc'), 'bcc'))
  const more = [...[...moreTo, ...cc].map((address) => asciiDomain(address, 'to')), ...bcc]
  return {
    ...{ sendId, raw, from, to, messageId },
    ...(threadId ? { threadId } : {}),
    ...(more.length > 0 ? { more, bcc } : {}),
  }
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error))
