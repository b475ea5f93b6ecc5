import { describe, expect, it } from 'vitest'
import { classifyInbound } from '~/providers/mail/inbound/inbound'

const message = (headers: string[], body: string) =>
  Buffer.from(`${['From: Bo Berg <BO@firma.example>', ...headers].join('\r\n')}\r\n\r\n${body}`)

describe('an inbound message', () => {
  it('has its id, its people and its whole text', async () => {
    const raw = message(
      [
        'To: "Lee, Ann" <Ann@Sender.example>, =?utf-8?Q?J=C3=BCrg?= <jurg@sender.example>',
        'Cc: team: c1@firma.example, C Two <c2@firma.example>;, not an address',
        'Subject: Re: Hi',
        'Message-ID: <1@firma.example>',
        'References: <0@sender.example>',
      ],
      'Yes.\r\n\r\nOn Mon, 2 Mar 2026 at 09:00, Ann <ann@sender.example> wrote:\r\n> Hello Bo\r\n',
    )
    expect(await classifyInbound(raw)).toMatchObject({
      kind: 'reply',
      messageId: '<1@firma.example>',
      from: 'bo@firma.example',
      fromName: 'Bo Berg',
      to: [
        { name: 'Lee, Ann', address: 'ann@sender.example' },
        { name: 'Jürg', address: 'jurg@sender.example' },
      ],
      cc: [
        { name: '', address: 'c1@firma.example' },
        { name: 'C Two', address: 'c2@firma.example' },
      ],
      text: 'Yes.',
      body: expect.stringContaining('> Hello Bo'),
      html: '',
    })
  })

  it('has where its sender wants answers, unless that is nowhere in particular', async () => {
    const replyTo = async (value: string) =>
      (await classifyInbound(message([`Reply-To: ${value}`], 'Yes.'))).replyTo.map(({ address }) => address)
    expect(await replyTo('Desk <Desk@firma.example>, team@firma.example')).toEqual([
      'desk@firma.example',
      'team@firma.example',
    ])
    expect(await replyTo('Team: a@firma.example, b@firma.example;')).toEqual([
      'a@firma.example',
      'b@firma.example',
    ])
    const many = Array.from({ length: 1_000 }, (_, n) => `n${n}@firma.example`)
    expect(await replyTo(many.join(', '))).toEqual([])
    expect(await replyTo(many.slice(0, 21).join(', '))).toEqual([])
    expect(await replyTo('no address')).toEqual([])
  })

  it('has its HTML unchanged, and text made of it with the quotes', async () => {
    const html =
      '<p onclick="x()">Ja &amp; <b>nein</b></p><blockquote class="gmail_quote">Hello Bo</blockquote>'
    const found = await classifyInbound(message(['Content-Type: text/html; charset=utf-8'], html))
    expect(found).toMatchObject({ kind: 'reply', text: 'Ja & nein' })
    expect(found.html.trim()).toBe(html)
    expect(found.body).toContain('> Hello Bo')
  })

  it('has both forms of an alternative, each decoded', async () => {
    const raw = message(
      ['Content-Type: multipart/alternative; boundary=x'],
      `--x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('<p>Grüße</p>').toString('base64')}\r\n--x--\r\n`,
    )
    const { body, html, text } = await classifyInbound(raw)
    expect([body.trim(), html.trim(), text]).toEqual(['Grüße', '<p>Grüße</p>', 'Grüße'])
  })

  it('joins texts around an attachment, and leaves out attached texts', async () => {
    const raw = message(
      ['Content-Type: multipart/mixed; boundary=x'],
      '--x\r\n\r\nBefore\r\n--x\r\nContent-Type: text/plain; name=log.txt\r\n\r\nsecret\r\n--x\r\nContent-Disposition: attachment\r\n\r\nother\r\n--x\r\n\r\nAfter\r\n--x--\r\n',
    )
    const { body, text } = await classifyInbound(raw)
    expect([text, body.trim().split(/\s+/)]).toEqual(['Before', ['Before', 'After']])
  })

  it('is bounded', async () => {
    const to = Array.from({ length: 400 }, (_, n) => `Person ${n} <p${n}@firma.example>`).join(', ')
    const found = await classifyInbound(message([`To: ${to}`], 'word '.repeat(150_000)))
    expect(found.to).toHaveLength(50)
    expect(found.to[49]).toEqual({ name: 'Person 49', address: 'p49@firma.example' })
    expect(found.body).toHaveLength(100_000)
    const html = await classifyInbound(message(['Content-Type: text/html'], `<p>${'word '.repeat(150_000)}`))
    expect(html.html).toHaveLength(200_000)
    expect(html.body.length).toBeLessThanOrEqual(100_000)
  })

  it.each([
    ['a request to stop', ['Subject: Re: Hi'], 'Please unsubscribe me'],
    ['an automatic reply', ['Auto-Submitted: auto-replied', 'Subject: Out of office'], 'I am away'],
    ['a bounce', ['Subject: Undeliverable', 'X-Failed-Recipients: a@b.example'], 'user unknown'],
  ])('that its owner sent is their own, even if it looks like %s', async (_, headers, body) => {
    expect(await classifyInbound(message(headers, body), new Date(), true)).toMatchObject({
      ...{ kind: 'own', text: body, stop: false, hard: null, class: null, recipients: [], status: null },
    })
  })
})
