import { describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'

describe('automatic replies without headers', () => {
  it.each([
    [
      'Re: A question',
      'Hello Ann,\n\nThank you for your email. I am out of the office until 30 November with limited access to email. For urgent matters, please contact cora@firma.example.\n\nBest regards\nBo Meyer\nvice president of sales, firma.example',
    ],
    [
      'AW: Frage',
      'Sehr geehrte Damen und Herren,\n\nvielen Dank für Ihre Nachricht. Ich bin vom 2. bis zum 30. November im Urlaub. Ihre E-Mail wird nicht weitergeleitet. In dringenden Fällen wenden Sie sich bitte an Cora, cora@firma.example.\n\nMit freundlichen Grüßen\nBo Meyer',
    ],
    [
      'AW: Frage',
      'Ich bin bis zum 30. November im Urlaub. Ich werde Ihre Nachricht nach meiner Rückkehr beantworten.',
    ],
    [
      'RE: question',
      'Bonjour,\n\nJe suis absent du 2 au 30 novembre. Je répondrai à votre message dès mon retour. En cas d’urgence, veuillez contacter Cora : cora@firma.example.\n\nCordialement\nBo',
    ],
    ['R: domanda', 'Sono fuori ufficio fino al 30 novembre. Per urgenze contattare cora@firma.example.'],
    [
      '[Acme] Re: A question',
      '##- Please type your reply above this line -##\n\nYour request (4711) has been received and is being reviewed by our support staff.',
    ],
    ['AUTO: Bo Meyer is out of the office (returning 11/30/2026)', 'I am away.'],
    ['AUTO: Bo Meyer ist außer Haus (Rückkehr am 30.11.2026)', 'Ich bin weg.'],
    ['Automatic reply: Any news?', 'Away.'],
    ['Respuesta automática: ¿Hablamos?', 'Estoy fuera.'],
    ['Ticket received - A question', 'Dear Ann, thanks.'],
    ['Request received: A question', 'Dear Ann, thanks.'],
    ['Automatic reply from Bo Meyer', 'Away.'],
    ['Automatic reply - a question', 'Away.'],
    ['Out of office, back on Monday', 'Away.'],
    ['Out of office - re: a question', 'Away.'],
    ['Abwesend, zurück am 30.11.', 'Weg.'],
    [
      'AW: Frage',
      'Ich bin bis nächste Woche im Urlaub. Ich werde Ihre Nachricht nach meiner Rückkehr beantworten.',
    ],
    [
      'Re: A question',
      'I am out of the office until 30 November. I will reply on 1 December. For urgent matters, please contact cora@firma.example.',
    ],
  ])('"%s": %s is automatic', async (subject, text) => {
    const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
    const plain = 'Content-Type: text/plain; charset=utf-8'
    const raw = Buffer.from(
      [
        'From: Bo <bo@firma.example>',
        'To: ann@example.com',
        `Subject: ${encoded}`,
        plain,
        '',
        ...text.split('\n'),
      ].join('\r\n'),
    )
    expect(await classifyInbound(raw)).toMatchObject({ kind: 'auto_reply' })
  })
})
