/**
 * How Exchange Online and Outlook write. Facts: learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
 * for reports; the HTML of replies is as Outlook on the web writes it (unverified).
 */

interface Quoted {
  /** `Ann <ann@example.com>`, as it is shown. */
  from: string
  to: string
  subject: string
  text: string
  sent: string
}

/** The body of a reply of Outlook: the new text above a line, a block with the original's headers, and the original. */
export function outlookBody(
  text: string,
  { from, to, subject, text: quoted, sent }: Quoted,
  escapeHtml: (text: string) => string,
) {
  const facts: [string, string][] = [
    ['From', from],
    ['Sent', sent],
    ['To', to],
    ['Subject', subject],
  ]
  const lines = (of: string) => escapeHtml(of).replace(/\r?\n/g, '<br>')
  return {
    text: `${text}\r\n\r\n________________________________\r\n${facts.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${quoted}\r\n`,
    html: [
      `<html><body><div style="font-family:Aptos,sans-serif">${lines(text)}</div><div id="appendonsend"></div>`,
      `<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">`,
      `${facts.map(([name, value]) => `<b>${name}:</b> ${escapeHtml(value)}`).join('<br>')}</font><div>&nbsp;</div></div>`,
      `<div>${lines(quoted)}</div></body></html>`,
    ].join(''),
  }
}

/** What Exchange says about an enhanced status, before the words for people. */
const RESOLVER: Record<string, string> = {
  '5.1.1': 'RESOLVER.ADR.RecipNotFound; not found',
  '5.2.2': 'STOREDRV.Deliver.Exception:QuotaExceededException; mailbox full',
  '5.7.1': 'TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
}

/** An email that could not be delivered. */
export interface Failure {
  recipient: string
  subject: string
  sender: string
  messageId: string
  /** The enhanced status (RFC 3463). */
  status: string
  /** When the email came, and when it was given up. */
  arrival: string
  at: string
}

/** The parts of a `multipart/report` (RFC 6522). */
export interface Report {
  type: 'delivery-status' | 'feedback-report'
  from: string
  subject: string
  headers: string[]
  human: string
  fields: string[]
}

/** A non-delivery report of Exchange Online, which comes from the sender's own organization. */
export function exchangeReport({ recipient, subject, sender, arrival, status }: Failure): Report {
  const organization = sender.split('@').at(-1)
  const server = 'DB9PR04MB0001.eurprd04.prod.outlook.com'
  return {
    type: 'delivery-status',
    from: `Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@${organization}>`,
    subject: `Undeliverable: ${subject}`,
    headers: [
      'Auto-Submitted: auto-replied',
      'X-MS-Exchange-Message-Is-Ndr:',
      'Content-Language: en-US',
      'X-Auto-Response-Suppress: All',
    ],
    human: `Your message to ${recipient} couldn't be delivered.\r\n\r\nRemote Server returned '550 ${status} ${RESOLVER[status] ?? 'the message could not be delivered'}'`,
    fields: [
      `Reporting-MTA: dns;${server}`,
      `Received-From-MTA: dns;${server}`,
      `Arrival-Date: ${arrival}`,
      '',
      `Final-Recipient: rfc822;${recipient}`,
      'Action: failed',
      `Status: ${status}`,
      `Diagnostic-Code: smtp;550 ${status} ${RESOLVER[status] ?? 'the message could not be delivered'}`,
    ],
  }
}
