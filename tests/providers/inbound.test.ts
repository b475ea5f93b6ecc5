import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'

const message = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

const HEAD = [
  'From: Bo <Bo@Example.net>',
  'To: ann@example.com',
  'Date: Wed, 4 Nov 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
]

interface Dsn {
  from?: string
  action?: string
  status?: string
  diagnostic?: string
  headers?: string[]
}

const dsn = (options: Dsn = {}) =>
  message(
    `From: ${options.from ?? 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>'}`,
    'To: ann@example.com',
    'Subject: Delivery Status Notification (Failure)',
    'References: <sent-1@mail.gmail.com>',
    ...(options.headers ?? []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; boundary="b1"; report-type=delivery-status',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    "Your message wasn't delivered to gone@example.net.",
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; googlemail.com',
    '',
    'Final-Recipient: rfc822; gone@example.net',
    `Action: ${options.action ?? 'failed'}`,
    `Status: ${options.status ?? '5.1.1'}`,
    `Diagnostic-Code: smtp; ${options.diagnostic ?? '550-5.1.1 The email account that you\r\n tried to reach does not exist.'}`,
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'From: ann@example.com',
    'To: gone@example.net',
    'Message-ID: <sent-1@mail.gmail.com>',
    'X-Google-Original-Message-ID: <ours-1@example.com>',
    'X-COLDFRAME-Send-ID: send-1',
    '',
    'Hello',
    '--b1--',
    '',
  )

describe('delivery reports', () => {
  it('are read with their fields and the returned message', async () => {
    expect(await classifyInbound(dsn())).toMatchObject({
      kind: 'bounce',
      hard: true,
      class: 'hard',
      recipients: ['gone@example.net'],
      status: '5.1.1',
      reason: '550-5.1.1 The email account that you tried to reach does not exist.',
      originalMessageIds: ['<ours-1@example.com>', '<sent-1@mail.gmail.com>'],
      sendId: 'send-1',
      from: 'mailer-daemon@googlemail.com',
    })
  })

  it.each([
    ['5.1.1', '550 no such user', 'hard'],
    ['5.1.10', '550 null MX', 'hard'],
    ['5.2.1', '550 disabled', 'hard'],
    ['5.2.2', '552 mailbox full', 'soft'],
    ['5.3.4', '552 too big', 'soft'],
    ['5.4.1', '550 Recipient address rejected: Access denied', 'hard'],
    ['5.7.1', '550 no such user here', 'policy'],
    ['5.7.26', '550 unauthenticated', 'policy'],
    ['4.4.1', '451 timed out', 'soft'],
    ['5.0.0', '550 5.1.1 User unknown', 'hard'],
    ['5.0.0', '554 blocked: poor reputation', 'policy'],
    ['5.0.0', '550 No such user', 'hard'],
    ['5.0.0', '554 over quota', 'soft'],
    ['5.0.0', '554 error', 'soft'],
  ])('%s with "%s" is %s', async (status, diagnostic, expected) => {
    const found = await classifyInbound(dsn({ status, diagnostic }))
    expect(found).toMatchObject({ kind: 'bounce', class: expected, hard: expected === 'hard' })
  })

  it.each(['delayed', 'relayed', 'delivered', 'expanded'])(
    'with the action "%s" are not bounces',
    async (action) => {
      expect(await classifyInbound(dsn({ action, status: '4.4.7' }))).toMatchObject({
        kind: 'other',
        hard: null,
      })
    },
  )

  it('are accepted only from a mail system', async () => {
    expect(await classifyInbound(dsn({ from: 'Bo <bo@example.net>' }))).toMatchObject({ kind: 'reply' })
    const automatic = dsn({ from: 'Bo <bo@example.net>', headers: ['Auto-Submitted: auto-replied'] })
    expect(await classifyInbound(automatic)).toMatchObject({ kind: 'bounce' })
  })

  it('are recognized by X-Failed-Recipients when they have no fields', async () => {
    const raw = message(
      'From: mailer-daemon@googlemail.com',
      'X-Failed-Recipients: gone@example.net',
      'In-Reply-To: <sent-1@mail.gmail.com>',
      'Subject: failed',
      '',
      'The response was: 550 5.1.1 unknown user',
    )
    expect(await classifyInbound(raw)).toMatchObject({
      kind: 'bounce',
      class: 'hard',
      status: '5.1.1',
      recipients: ['gone@example.net'],
      originalMessageIds: ['<sent-1@mail.gmail.com>'],
    })
  })

  it('are not recognized in ordinary mail that mentions them', async () => {
    const raw = message(
      ...HEAD,
      'Subject: Re: hi',
      '',
      '550 5.1.1 user unknown, says my server. Delivery failed!',
    )
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply' })
  })
})

it('reads complaints, and ignores "not spam" reports', async () => {
  const arf = (type: string) =>
    message(
      'From: feedback@arf.example.net',
      'Content-Type: multipart/report; boundary=b2; report-type="feedback-report"',
      '',
      '--b2',
      '',
      'This is an abuse report.',
      '--b2',
      'Content-Type: message/feedback-report',
      '',
      `Feedback-Type: ${type}`,
      'Original-Rcpt-To: <Bo@Example.net>',
      '--b2',
      'Content-Type: text/rfc822-headers',
      '',
      'Message-ID: <sent-1@mail.gmail.com>',
      'X-Coldframe-Send-Id: send-1',
      '--b2--',
    )
  expect(await classifyInbound(arf('abuse'))).toMatchObject({
    kind: 'complaint',
    recipients: ['bo@example.net'],
    originalMessageIds: ['<sent-1@mail.gmail.com>'],
    sendId: 'send-1',
  })
  expect(await classifyInbound(arf('not-spam'))).toMatchObject({ kind: 'other' })
})

it('a read receipt is neither a bounce nor a reply', async () => {
  const raw = message(
    ...HEAD,
    'Content-Type: multipart/report; boundary=b3; report-type=disposition-notification',
    '',
    '--b3',
    '',
    'Your message was displayed',
    '--b3--',
  )
  expect(await classifyInbound(raw)).toMatchObject({ kind: 'other' })
})

describe('any input', () => {
  it('is classified without an error', async () => {
    const pieces = fc.constantFrom(
      'From: a@b.c\r\n',
      'Content-Type: multipart/report; boundary="x"; report-type=delivery-status\r\n',
      'Content-Type: multipart/mixed; boundary=x\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      'Content-Type: message/delivery-status\r\n',
      'Final-Recipient: rfc822;\r\n',
      '--x\r\n',
      '--x--\r\n',
      '\r\n',
      '\r\n\r\n',
      '\0',
      '=?utf-8?B?////?=',
    )
    const noise = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 60 })), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(noise, async (list) => {
        const found = await classifyInbound(Buffer.from(list.join('')))
        expect(found.kind).toMatch(/^(bounce|complaint|auto_reply|reply|other)$/)
      }),
      { numRuns: 300, seed: 20_261_121 },
    )
  })

  it.each([
    ['spaces', ' '.repeat(2_000_000)],
    ['one word', 'a'.repeat(2_000_000)],
    ['empty lines', '\r\n'.repeat(1_000_000)],
    ['boundaries', `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n'.repeat(300_000)}`],
    ['nested tags', `Content-Type: text/html\r\n\r\n${'<div>'.repeat(200_000)}`],
    ['failed recipients', `From: postmaster@b.c\r\nX-Failed-Recipients: ${'a,'.repeat(500_000)}\r\n\r\n`],
    ['one long field', `From: postmaster@b.c\r\nX-Failed-Recipients: ${'a'.repeat(1_000_000)}\r\n\r\n`],
  ])('is bounded: %s', async (_, text) => {
    expect((await classifyInbound(Buffer.from(text))).text.length).toBeLessThanOrEqual(20_000)
  })
})
