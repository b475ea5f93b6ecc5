import { createTransport } from 'nodemailer'
import { isPersonalMicrosoft } from '~/providers/microsoft/personal'
import { addressesOf, headerOf, idsOf, joinMessage, splitMessage } from './message'
import { exchangeReport, type Failure, outlookBody, type Report } from './outlook'

/** The responses of recipients and mail systems to an email, in the formats of real providers. */

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The message responded to, as its recipient received it. */
export interface Original {
  raw: Buffer
  /** The recipient, who now responds. */
  recipient: string
  subject: string
  text: string
  deliveredAt: Date
  /** What its sender's mailbox is: its own servers report what cannot be delivered. */
  service?: string
}

export interface Letter {
  at: Date
  /** Identifies this message: part of its Message-ID. */
  unique: string
}

export interface File {
  filename: string
  content: Buffer | string
  contentType?: string
}

/** A person's reply: new text above the quoted original, in the same thread. People with a Microsoft address write with Outlook. */
export async function writeReply(
  original: Original,
  letter: Letter,
  text: string,
  attachments: File[] = [],
): Promise<Buffer> {
  if (isPersonalMicrosoft(original.recipient)) {
    const { headers } = splitMessage(original.raw)
    const quoted = {
      ...{ from: headerOf(headers, 'From') ?? '', to: original.recipient, subject: original.subject },
      ...{ text: original.text.trimEnd(), sent: englishDate(original.deliveredAt) },
    }
    return compose({
      ...envelope(original, letter),
      subject: replySubject(original.subject),
      ...outlookBody(text, quoted, escapeHtml),
      headers: { 'Thread-Topic': original.subject, 'X-MS-Has-Attach': attachments.length > 0 ? 'yes' : '' },
      attachments,
    })
  }
  const intro = `On ${englishDate(original.deliveredAt)}, <${senderOf(original)}> wrote:`
  const quoted = original.text.trimEnd().split(/\r?\n/)
  const html = [
    `<div dir="ltr">${escapeHtml(text).replace(/\r?\n/g, '<br>')}</div><br>`,
    `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(intro)}<br></div>`,
    `<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">`,
    `${quoted.map(escapeHtml).join('<br>')}</blockquote></div>`,
  ]
  return compose({
    ...envelope(original, letter),
    subject: replySubject(original.subject),
    text: `${text}\r\n\r\n${intro}\r\n\r\n${quoted.map((line) => `> ${line}`).join('\r\n')}\r\n`,
    html: html.join(''),
    attachments,
  })
}

/** A vacation response (RFC 3834); it names a return date only if one is given. */
export async function writeAutoReply(
  original: Original,
  letter: Letter,
  returnsOn?: string,
): Promise<Buffer> {
  const away = returnsOn
    ? `I am out of the office and will return on ${englishDay(new Date(`${returnsOn}T12:00:00Z`))}.`
    : 'I am out of the office at the moment.'
  return compose({
    ...envelope(original, letter),
    subject: `Automatic reply: ${original.subject}`,
    text: `Thank you for your message. ${away}\r\n`,
    headers: {
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      Precedence: 'auto_reply',
    },
  })
}

/** A delivery status notification (RFC 3464), as the sender's service writes it: Exchange, or else Gmail. */
export function writeBounce(original: Original, letter: Letter, status: string): Buffer {
  const failure: Failure = {
    ...{ recipient: original.recipient, subject: original.subject, sender: senderOf(original), status },
    ...{ messageId: originalId(original), arrival: original.deliveredAt.toUTCString() },
    at: letter.at.toUTCString(),
  }
  const write = REPORTS[original.service ?? ''] ?? googleReport
  return report(original, letter, write(failure))
}

const REPORTS: Record<string, (failure: Failure) => Report> = { microsoft: exchangeReport }

function googleReport({ recipient, status, messageId, arrival, at }: Failure): Report {
  const permanent = status.startsWith('5')
  const diagnostic = `${permanent ? '550' : '451'} ${status} ${REASONS[status] ?? 'The message could not be delivered'}`
  const human = permanent
    ? `Your message wasn't delivered to ${recipient}.`
    : `There was a problem delivering your message to ${recipient}. It was given up.`
  return {
    type: 'delivery-status',
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    subject: 'Delivery Status Notification (Failure)',
    headers: [`X-Failed-Recipients: ${recipient}`, 'Auto-Submitted: auto-replied'],
    human: `${human}\r\n\r\nThe response was:\r\n\r\n${diagnostic}`,
    fields: [
      'Reporting-MTA: dns; googlemail.com',
      `Arrival-Date: ${arrival}`,
      `X-Original-Message-ID: ${messageId}`,
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      `Status: ${status}`,
      `Remote-MTA: dns; mx.${recipient.split('@').at(-1)}.`,
      `Diagnostic-Code: smtp; ${diagnostic}`,
      `Last-Attempt-Date: ${at}`,
    ],
  }
}

/** A feedback loop's complaint (ARF, RFC 5965): the recipient pressed "spam". The recipient's address is left out. */
export function writeComplaint(original: Original, letter: Letter): Buffer {
  return report(original, letter, {
    type: 'feedback-report',
    from: 'Mail AntiSpam Feedback <feedback@arf.example.net>',
    subject: `Complaint about message from ${senderOf(original)}`,
    headers: [],
    human: 'This is an email abuse report for an email message received from your address.',
    fields: [
      'Feedback-Type: abuse',
      'User-Agent: Feedback-Loop/1.0',
      'Version: 1',
      `Original-Mail-From: <${senderOf(original)}>`,
      `Arrival-Date: ${original.deliveredAt.toUTCString()}`,
      `Reported-Domain: ${senderOf(original).split('@').at(-1)}`,
    ],
  })
}

const REASONS: Record<string, string> = {
  '5.1.1': 'The email account that you tried to reach does not exist',
  '5.1.2': 'The domain name was not found',
  '5.2.1': 'The email account that you tried to reach is inactive',
  '5.2.2': 'The recipient is over quota',
  '4.2.2': 'The recipient is over quota',
  '5.7.1': 'The message was blocked by policy',
  '5.7.26': 'The sender is unauthenticated',
}

/** `multipart/report` (RFC 6522): text for people, fields for programs, the original message. */
function report(original: Original, letter: Letter, parts: Report): Buffer {
  const boundary = `report-${letter.unique}`
  const { headers, body } = splitMessage(original.raw)
  const head = [
    'Return-Path: <>',
    `From: ${parts.from}`,
    `To: ${senderOf(original)}`,
    ...parts.headers,
    `Subject: ${parts.subject}`,
    `In-Reply-To: ${originalId(original)}`,
    `References: ${originalId(original)}`,
    `Message-ID: <${letter.unique}.report@mx.example.net>`,
    `Date: ${letter.at.toUTCString()}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; boundary="${boundary}"; report-type=${parts.type}`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset="UTF-8"',
    '',
    parts.human,
    '',
    `--${boundary}`,
    `Content-Type: message/${parts.type}`,
    '',
    ...parts.fields,
    '',
    `--${boundary}`,
    'Content-Type: message/rfc822',
    '',
    '',
  ]
  return Buffer.concat([
    Buffer.from(head.join('\r\n')),
    joinMessage({ headers, body }),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

/** The headers shared by all responses of the recipient. */
function envelope(original: Original, letter: Letter) {
  const { headers } = splitMessage(original.raw)
  const earlier = idsOf(headerOf(headers, 'References'))
  return {
    from: original.recipient,
    to: senderOf(original),
    date: letter.at,
    messageId: `<${letter.unique}@${original.recipient.split('@').at(-1)}>`,
    inReplyTo: originalId(original),
    references: [...earlier, originalId(original)],
    textEncoding: 'quoted-printable' as const,
  }
}

/** The address to respond to: Reply-To, else From (RFC 5322, 3.6.2). */
export function senderOf({ raw }: Pick<Original, 'raw'>): string {
  const { headers } = splitMessage(raw)
  return addressesOf(headerOf(headers, 'Reply-To'))[0] ?? addressesOf(headerOf(headers, 'From'))[0] ?? ''
}

const originalId = ({ raw }: Original) => idsOf(headerOf(splitMessage(raw).headers, 'Message-ID'))[0] ?? ''
const replySubject = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** Composes a message as a mail client does. */
export async function compose(mail: Parameters<typeof composer.sendMail>[0]): Promise<Buffer> {
  const { message } = await composer.sendMail(mail)
  return Buffer.isBuffer(message) ? message : Buffer.concat(await message.toArray())
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const englishDay = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const englishDate = (date: Date) =>
  date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
