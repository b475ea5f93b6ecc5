import { describe, expect, test } from 'vitest'
import { toPlainText } from '~/models/shared/plain-text'
import { compileTemplate, renderMail, renderWritten } from '~/models/templates/render-mail'

describe('HTML as plain text', () => {
  test('keeps the cells of a table apart', () => {
    expect(
      toPlainText(
        '<table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tr><td>Small</td><td></td><td>10 <b>€</b></td></tr></table>',
      ),
    ).toBe('Plan | Price\nSmall | 10 €')
  })

  test('puts the pieces of a layout below each other', () => {
    expect(
      toPlainText(
        '<table><tr><td><p>Hello</p></td><td><table><tr><td>a</td><td>b</td></tr></table></td></tr><tr><td>End</td></tr></table>',
      ),
    ).toBe('Hello\n\na | b\n\nEnd')
  })

  test('keeps lists and links readable, whatever numbers a list has', () => {
    expect(
      toPlainText(
        '<ul><li>one <a href="https://x.example/a">link</a></li><li>two</li></ul><ol start="3"><li>c</li></ol><p><a href="https://x.example">https://x.example</a></p>',
      ),
    ).toBe(' * one link [https://x.example/a]\n * two\n\n 3. c\n\nhttps://x.example'.trim())
    expect(toPlainText('<ol start="99999999999999999999" type="i"><li>x</li></ol>')).toBe('i. x')
  })

  test('has no more than one empty line in a row', () => {
    expect(toPlainText('<p>a</p><div><br></div><div><br></div><h1>b</h1>')).not.toMatch(/\n{3}/)
  })
})

describe('the signature', () => {
  const UNSUBSCRIBE = 'https://mail.example/u/t'
  const frame = { unsubscribeUrl: UNSUBSCRIBE, pixelUrl: null, signature: 'Sam', postalAddress: '' }
  const render = (htmlBody: string, more: Partial<typeof frame> = {}) => {
    const template = compileTemplate({ subject: 'Hi', htmlBody, plainTextBody: null })
    const rendering =
      'problem' in template
        ? null
        : renderMail(template, { email: 'ann@people.example', custom: {} }, { ...frame, ...more })
    if (!rendering?.ok) throw new Error('not rendered')
    return rendering.mail
  }

  test('of an answer has one empty line before it', () => {
    expect(renderWritten({ html: '<p>Hello</p>' }, { email: 'a@x.example', custom: {} }, 'Sam')).toEqual({
      text: 'Hello\n\nSam',
      html: '<p>Hello</p><div><br></div><div>Sam</div>',
    })
  })

  test('stands above the footer that we add, which is last', () => {
    const { text, html } = render('<p>Hello</p>', { postalAddress: 'Street 1' })
    expect(text).toBe(`Hello\n\nSam\n\nStreet 1\nUnsubscribe: ${UNSUBSCRIBE}`)
    expect(html).toMatch(/<p>Hello<\/p><div>Sam<\/div><div [^>]*>Street 1<br><a .*Unsubscribe<\/a><\/div>$/)
  })

  test('stands above a footer of the template with its own link', () => {
    const footer = '<p>Acme, Street 1. <a href="{{unsubscribe_url}}">Stop</a></p>'
    const { text, html } = render(`<div><p>Hello</p>${footer}</div>`)
    expect(text).toBe(`Hello\n\nSam\n\nAcme, Street 1. Stop [${UNSUBSCRIBE}]`)
    expect(html).toBe(
      `<div><p>Hello</p><div>Sam</div><p>Acme, Street 1. <a href="${UNSUBSCRIBE}">Stop</a></p></div>`,
    )
  })

  test.each([
    ['in the middle', `<p><a href="{{unsubscribe_url}}">Stop</a></p><p>${'More. '.repeat(100)}</p>`],
    ['in the only paragraph', '<p>Hello, or <a href="{{unsubscribe_url}}">stop</a></p>'],
    [
      'in a table',
      '<table><tr><td>Hello</td></tr><tr><td><a href="{{unsubscribe_url}}">Stop</a></td></tr></table>',
    ],
  ])('stands below a link %s', (_, body) => {
    expect(render(body).html).toMatch(/<div>Sam<\/div>$/)
  })
})
