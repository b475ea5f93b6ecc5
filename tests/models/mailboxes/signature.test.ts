import { expect, test } from 'vitest'
import { compileTemplate, type EmailFrame, renderMail } from '~/models/templates/render-mail'

const person = {
  email: 'ann@people.example',
  firstName: 'Ann',
  lastName: null,
  name: null,
  organizationName: null,
  custom: {},
}

function render(frame: Partial<EmailFrame>) {
  const content = { subject: 'Hi', htmlBody: '<html><body><p>Hello</p></body></html>', plainTextBody: null }
  const template = compileTemplate(content)
  if ('problem' in template) throw new Error(template.problem)
  const rendering = renderMail(template, person, {
    unsubscribeUrl: 'https://app.example/u/token',
    pixelUrl: null,
    signature: '',
    postalAddress: '',
    ...frame,
  })
  if (!rendering.ok) throw new Error('not rendered')
  return rendering.mail
}

test('a plain-text signature keeps its lines and is escaped', () => {
  const { html, text } = render({ signature: 'Bob & Co <bob@sender.example>\n+1 555' })
  expect(html).toContain('<div>Bob &amp; Co &lt;bob@sender.example&gt;<br>+1 555</div>')
  expect(text).toContain('Hello\n\nBob & Co <bob@sender.example>\n+1 555\n\nUnsubscribe')
})

test('an HTML signature has a text form', () => {
  const { html, text } = render({ signature: '<b>Bob</b><br>&copy; Company' })
  expect(html).toContain('<div><b>Bob</b><br>&copy; Company</div>')
  expect(text).toContain('Bob\n© Company')
})

test('adds signature and postal address to both bodies, in this order', () => {
  const { html, text } = render({ signature: 'Bob', postalAddress: '1 <Road>\nTown' })
  expect(html).toMatch(/<p>Hello<\/p><div>Bob<\/div>.*1 &lt;Road&gt;<br>Town<br><a href=.*<\/body><\/html>$/)
  expect(text).toBe('Hello\n\nBob\n\n1 <Road>\nTown\nUnsubscribe: https://app.example/u/token')
})
