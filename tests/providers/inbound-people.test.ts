import { describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { asksToStop } from '~/providers/mail/inbound/opt-out'
import { ownWords } from '~/providers/mail/inbound/own-words'
import { NO_OPT_OUTS, OPT_OUTS } from '../fixtures/inbound/opt-outs'
import { PEOPLE } from '../fixtures/inbound/people'

const message = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

const HEAD = [
  'From: Bo <Bo@Example.net>',
  'To: ann@example.com',
  'Date: Wed, 4 Nov 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
]

describe('automatic replies', () => {
  it.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated (vacation)',
    'X-Autoreply: yes',
    'Precedence: bulk',
    'Return-Path: <>',
    'List-Id: <news.example.net>',
    'Subject: Automatic reply: hello',
    'Subject: =?utf-8?Q?R=C3=A9ponse_automatique?= : bonjour',
    'Subject: Abwesenheitsnotiz',
  ])('are known by %s', async (header) => {
    expect(await classifyInbound(message(header, ...HEAD, '', 'Away.'))).toMatchObject({ kind: 'auto_reply' })
  })

  it('"Auto-Submitted: no" and weak headers do not make one', async () => {
    const raw = message(
      ...HEAD,
      'Auto-Submitted: no',
      'X-Auto-Response-Suppress: OOF',
      'Subject: Re: hi',
      '',
      'Yes',
    )
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply', text: 'Yes' })
  })

  it.each([
    ['I will return on 30 November 2026.', '2026-11-30'],
    ['Out until November 30th, 2026', '2026-11-30'],
    ['I am back on 2026-11-30', '2026-11-30'],
    ['Ich bin bis zum 30. November 2026 abwesend', '2026-11-30'],
    ['Ich bin am 30.11.2026 wieder da; zurück am 30.11.2026', '2026-11-30'],
    ['Back on January 7', '2027-01-07'],
    ['Back on Jan 7 2027', '2027-01-07'],
    ['Estarei ausente até 30 de novembro de 2026', '2026-11-30'],
    ['Je suis absent du 16 au 30 novembre 2026', '2026-11-30'],
    ['Estoy de vacaciones del 16 al 30 de noviembre', '2026-11-30'],
    ['Sono in ferie fino al 30 novembre', '2026-11-30'],
    ['Ik ben afwezig tot en met 30 november 2026', '2026-11-30'],
    ['Jestem na urlopie do 30 listopada', '2026-11-30'],
    ['Я в отпуске до 30 ноября', '2026-11-30'],
    ['I am away from 16 to 30 November', '2026-11-30'],
    ['Out until 11/30/2026', '2026-11-30'],
    ['Absent jusqu’au 30/11/2026', '2026-11-30'],
    ['11月30日まで不在にしております', '2026-11-30'],
    ['我将休假至2026年11月30日', '2026-11-30'],
    ['11월 30일까지 부재중입니다', '2026-11-30'],
    ['Away.\n\n> The offer is valid until 30 November 2026', undefined],
    ['back on 3/4/2026', undefined],
    ['I was back on 1 November 2026', undefined],
    ['back on 31 February 2027', undefined],
    ['Our office was founded on 30 November 2026', undefined],
  ])('"%s" returns on %s', async (text, day) => {
    const found = await classifyInbound(
      message('Auto-Submitted: auto-replied', ...HEAD, 'Content-Type: text/plain; charset=utf-8', '', text),
    )
    expect(found.returnsOn).toBe(day)
  })
})

describe('human replies', () => {
  it('carry the person’s own words, the message replied to and the author', async () => {
    const raw = message(
      ...HEAD,
      'Subject: Re: Hello',
      'In-Reply-To: <2@mail.gmail.com>',
      'References: <1@mail.gmail.com> <2@mail.gmail.com>',
      '',
      'Sounds good!',
      '',
      'On Tue, Nov 3, 2026 at 9:00 AM Ann Lee',
      '<ann@example.com> wrote:',
      '> To stop: https://app.example.com',
      '> unsubscribe',
    )
    expect(await classifyInbound(raw)).toMatchObject({
      kind: 'reply',
      from: 'bo@example.net',
      subject: 'Re: Hello',
      text: 'Sounds good!',
      stop: false,
      originalMessageIds: ['<1@mail.gmail.com>', '<2@mail.gmail.com>'],
    })
  })

  it('in HTML alone are read without quotes', async () => {
    const html =
      '<div>No thanks.<br>Unsubscribe</div><div class="gmail_quote">On … wrote:<blockquote>Hello</blockquote></div>'
    const found = await classifyInbound(message(...HEAD, 'Content-Type: text/html', '', html))
    expect(found).toMatchObject({ kind: 'reply', text: 'No thanks.\nUnsubscribe', stop: true })
  })

  it.each(Object.values(OPT_OUTS).flat())('recognizes the opt-out "%s"', async (text) => {
    expect(asksToStop(text)).toBe(true)
    const raw = message(...HEAD, 'Content-Type: text/plain; charset=utf-8', '', text, '', '> remove me')
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply', stop: true })
  })

  it.each(NO_OPT_OUTS)('"%s" is not an opt-out', (words) => expect(asksToStop(words)).toBe(false))

  it('quoted opt-outs do not count', async () => {
    const quoted = [
      'Yes, Friday.',
      '',
      'On Tue, Nov 3, 2026 at 9:00 AM Ann <ann@example.com> wrote:',
      '> Remove me',
    ]
    expect(await classifyInbound(message(...HEAD, '', ...quoted))).toMatchObject({ stop: false })
    expect(await classifyInbound(message(...HEAD, '', 'Yes.', '-- ', 'Bo', 'Unsubscribe'))).toMatchObject({
      stop: false,
    })
  })

  it.each([
    'Ann Field <ann@mail.test> wrote on 26/11/2026 09:12:00:',
    'Ann Field <ann@mail.test> ezt írta (időpont: 2026. nov. 26., Cs, 9:12):',
    'Στις Πέμ 26 Νοε 2026 στις 9:12 π.μ., ο χρήστης Ann Field <ann@mail.test> έγραψε:',
    '\u202bבתאריך יום ה׳, 26 בנוב׳ 2026 ב-9:12 מאת \u202aAnn Field\u202c\u200f <\u202aann@mail.test\u202c\u200f>:\u202c',
    'في الخميس، 26 نوفمبر 2026 9:12 ص Ann Field <ann@mail.test> كتب:',
    'في الخميس، ٢٦ نوفمبر ٢٠٢٦ ٩:١٢ ص Ann Field <\nann@mail.test> كتب:',
    'Pada Kam, 26 Nov 2026 pukul 09.12 Ann Field\n<ann@mail.test> menulis:',
    'ในวันที่ พฤ. 26 พ.ย. 2026 เวลา 9:12 Ann Field <ann@mail.test> เขียนว่า:',
    'מאת: Ann Field <ann@mail.test>\nנשלח: יום חמישי 26 נובמבר 2026 09:12\nאל: Kim',
    'من: Ann Field <ann@mail.test>\nتم الإرسال: الخميس، 26 نوفمبر 2026\nإلى: Kim',
    'Dari: Ann Field <ann@mail.test>\nTanggal: 26 November 2026\nKepada: Kim',
    'จาก: Ann Field <ann@mail.test>\nส่ง: 26 พฤศจิกายน 2026\nถึง: Kim',
  ])('own words end before %j', (introduction) => {
    expect(ownWords(`Yes\n\n${introduction}\n\nPlease reply "stop" if this is nothing for you.`)).toBe('Yes')
  })

  it.each([
    'Call me on 26 November 2026 at 10:00, or write to Jo <jo@shop.test>.',
    'Two dates suit us: 26 November 2026 at 10:00 or 15:00, jo@shop.test:\nwhich one?',
  ])('own words may name a time and an address: %j', (text) => {
    expect(ownWords(text)).toBe(text)
  })

  it('own words end at quotes, forwarded headers and signatures', () => {
    expect(ownWords('Yes\n\nAm 3.11.2026 um 9:00 schrieb Ann:\n> Hi')).toBe('Yes')
    expect(ownWords('Yes\n-- \nBo\nstop')).toBe('Yes')
    expect(ownWords('Yes\n\nFrom: Ann\nSent: Monday\nTo: Bo\nstop')).toBe('Yes')
    expect(ownWords('From: Berlin to Paris\nI like it')).toBe('From: Berlin to Paris\nI like it')
    expect(ownWords('> quoted\nbelow\n> more')).toBe('below')
  })
})

describe('human replies with words of automatic ones', () => {
  const replies = Object.entries(PEOPLE).flatMap(([language, texts]) =>
    texts.map((text) => [language, text] as const),
  )
  const plain = 'Content-Type: text/plain; charset=utf-8'

  it('cover eight languages', () => {
    expect(Object.keys(PEOPLE)).toHaveLength(8)
    expect(replies.length).toBeGreaterThanOrEqual(66)
  })

  it.each(replies)('%s: "%s" is a human reply', async (_, text) => {
    for (const subject of ['Re: A question', 'Your offer']) {
      const found = await classifyInbound(message(...HEAD, `Subject: ${subject}`, plain, '', text))
      expect(found).toMatchObject({ kind: 'reply', stop: false, text })
    }
  })

  it.each(replies)('%s, signed: "%s" is a human reply', async (_, text) => {
    const signed = [`Hello Ann,`, '', text, '', 'Kind regards', 'Bo Meyer', 'Head of Purchasing']
    expect(await classifyInbound(message(...HEAD, 'Subject: AW: Hi', plain, '', ...signed))).toMatchObject({
      kind: 'reply',
    })
  })

  it('one added sentence turns an automatic text into a human reply', async () => {
    const away = 'Thank you for your e-mail. I am out of the office until 30 November. Please contact Cora.'
    const kindOf = async (...lines: string[]) =>
      (await classifyInbound(message(...HEAD, 'Subject: Re: Hi', plain, '', ...lines))).kind
    expect(await kindOf(away)).toBe('auto_reply')
    expect(await kindOf(`${away} And send me the price list.`)).toBe('reply')
    expect(await kindOf(away, '', 'Best', 'Bo', 'PS: Tuesday works')).toBe('reply')
    expect(await kindOf('Dear Ann,', '', away, '', 'Kind regards', 'Bo Meyer', '+49 30 123456')).toBe(
      'auto_reply',
    )
  })

  it.each([
    'Absence de réponse',
    'Ausencia de noticias',
    'Urlaub im Harz',
    'Congés payés : votre offre',
    'Eva is on vacation, ask me',
    'Out of office next week, call me today?',
    'Ausente el lunes, ¿hablamos el martes?',
    'Auto: Leasing offer',
    'Antwort: Ticket 4711 received',
    'Automatic reply software - yes please',
    'Auto reply feature',
    'Out of office on Friday, let us talk Thursday',
    'On leave from Monday - call me today',
    'Urlaub ab Montag, bitte heute anrufen',
    'Absence lundi, mardi me va',
    'Case opened',
    'Request received',
    'Leave management software',
    'Away day ideas',
  ])('the subject "%s" proves nothing', async (subject) => {
    const head = message(...HEAD, `Subject: ${subject}`, plain, '', 'Let us talk.')
    expect(await classifyInbound(head)).toMatchObject({ kind: 'reply' })
  })

  it.each([
    [
      'a mailing list',
      'Bo <bo@example.net>',
      ['Subject: [ILUG] Re: Hi', 'List-Id: <ilug.example>', 'Precedence: bulk'],
    ],
    ['a postmaster', 'Bo <postmaster@example.net>', ['Subject: Re: Hi']],
  ])('replies through or as %s are human', async (_, from, headers) => {
    const raw = message(`From: ${from}`, 'To: ann@example.com', ...headers, '', 'Friday works.')
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply' })
  })

  it.each([
    ['Delivered-To', 'ann@dreamvacations.example'],
    ['Delivered-To', 'ann@autoresponder.example'],
    ['X-Mailer', 'VacationRentals 3.1'],
  ])('the header %s: %s proves nothing', async (name, value) => {
    const raw = message(...HEAD, `${name}: ${value}`, 'Subject: Re: Hi', '', 'Friday works.')
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply' })
  })

  it('lower case below the closing starts a sentence', async () => {
    const away = 'I am out of the office until Monday. Please contact Eva.'
    const raw = message(
      ...HEAD,
      'Subject: Re: Hi',
      plain,
      '',
      away,
      '',
      'Regards',
      'Bo',
      'send her the price list',
    )
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply' })
  })

  it('a help desk that quotes from no-reply@ forwards a human reply', async () => {
    const from = 'From: Bo <no-reply@desk.example>'
    const raw = message(from, 'To: ann@example.com', 'Subject: Re: Hi', '', 'Friday works.', '', '> Hello Bo')
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply' })
  })

  it.each(['IT <administrator@corp.example>', 'Mail Administrator <jo@corp.example>'])(
    'a signature %s with text about failures is human',
    async (from) => {
      const text = 'Your message was undeliverable to Bo, so write to me: jo@corp.example'
      const raw = message(`From: ${from}`, 'To: ann@example.com', 'Subject: Your offer', '', text)
      expect(await classifyInbound(raw)).toMatchObject({ kind: 'reply' })
    },
  )
})
