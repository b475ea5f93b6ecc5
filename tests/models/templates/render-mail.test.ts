import { describe, expect, test } from 'vitest'
import { compileTemplate, type Recipient, renderMail } from '~/models/templates/render-mail'

const FRAME = { unsubscribeUrl: 'https://mail.example/u/t', pixelUrl: null, signature: '', postalAddress: '' }
const ANN: Recipient = {
  email: 'ann@people.example',
  firstName: 'Ann',
  lastName: 'Lee & Co',
  name: null,
  organizationName: 'Bridges <GmbH>',
  custom: { city: 'Berlin' },
}

function render(text: string, recipient = ANN) {
  const template = compileTemplate({ subject: text, htmlBody: `<p>${text}</p>`, plainTextBody: null })
  if ('problem' in template) throw new Error(template.problem)
  return renderMail(template, recipient, FRAME)
}

describe('variables', () => {
  test('are filled in and escaped in HTML', () => {
    const rendering = render('{{first_name}} {{last_name}} of {{company_name}} in {{city}}')
    expect(rendering).toMatchObject({
      ok: true,
      mail: { subject: 'Ann Lee & Co of Bridges <GmbH> in Berlin' },
    })
    expect(rendering.ok && rendering.mail.html).toContain(
      'Ann Lee &amp; Co of Bridges &lt;GmbH&gt; in Berlin',
    )
  })

  test('the full name falls back to its parts, never to the address', () => {
    expect(render('{{name}}')).toMatchObject({ mail: { subject: 'Ann Lee & Co' } })
    expect(render('{{name}}', { ...ANN, name: 'Dr. Lee' })).toMatchObject({ mail: { subject: 'Dr. Lee' } })
    expect(render('{{name}}', { ...ANN, name: ANN.email })).toMatchObject({
      mail: { subject: 'Ann Lee & Co' },
    })
  })

  test('without value or default hold the email, except the name', () => {
    const nobody = { ...ANN, firstName: null, lastName: null, custom: {} }
    expect(render('{{first_name}} {{city}} {{name}}', nobody)).toEqual({
      ok: false,
      missing: ['first_name', 'city'],
    })
    expect(render('Hi {{first_name | default: "there"}}', nobody)).toMatchObject({
      mail: { subject: 'Hi there' },
    })
  })

  test('places the unsubscribe link as in the template, else below', () => {
    const own = render('<a href="{{unsubscribe_url}}">Stop</a>')
    expect(own.ok && own.mail.html.split('https://mail.example/u/t')).toHaveLength(2)
    const added = render('Hello')
    expect(added.ok && added.mail.html).toContain('https://mail.example/u/t')
    expect(added.ok && added.mail.text).toContain('Unsubscribe: https://mail.example/u/t')
  })
})
