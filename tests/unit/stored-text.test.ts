import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownTextOf, shareText } from '~/models/outbox/store-text.server'
import { joinText, type Tokens } from '~/models/shared/mail/stored-text.server'
import {
  type CompiledTemplate,
  compileTemplate,
  type EmailFrame,
  renderMail,
} from '~/models/templates/render-mail'
import { caseCount } from '../support/sizes'

const TOKENS: Tokens = { trackingToken: 'tracking-token', unsubscribeToken: 'unsubscribe-token' }
const frameOf =
  (signature: string, postalAddress: string) =>
  ({ trackingToken, unsubscribeToken }: Tokens): EmailFrame => ({
    unsubscribeUrl: `https://mail.example/u/${unsubscribeToken}`,
    pixelUrl: `https://mail.example/t/o/${trackingToken}.gif`,
    signature,
    postalAddress,
  })

const compile = (htmlBody: string, plainTextBody: string | null) =>
  compileTemplate({ subject: 'Hi', htmlBody, plainTextBody }) as CompiledTemplate

/** Stores an email as it is stored. @returns what was sent, what is stored for it alone, and what is read */
function storeAndRead(template: CompiledTemplate, first: string, frame: (tokens: Tokens) => EmailFrame) {
  const contact = {
    email: 'ann@people.example',
    name: '',
    firstName: first,
    organizationName: 'Acme',
    custom: { seats: first },
  }
  const rendering = renderMail(template, contact, frame(TOKENS))
  if (!rendering.ok) throw new Error(rendering.missing.join(', '))
  const { html, text } = rendering.mail
  const shared = shareText('a user', template, frame)
  const own = ownTextOf({ html, text }, shared, TOKENS)
  return { sent: { html, text }, own, read: own && joinText(own, shared, TOKENS) }
}

const piece = fc.oneof(
  fc.constantFrom(
    '{{ first_name }}',
    '{{ company_name }}',
    '{{ seats }}',
    '{{ unsubscribe_url }}',
    '{{ title | default: "you" }}',
  ),
  fc.constantFrom(
    '<p>',
    '</p>',
    '<br>',
    ' ',
    '\n',
    '.',
    'Hi ',
    '\u001f',
    '\u001et',
    '<a href="',
    '">',
    '<body>',
    '</body>',
  ),
  fc.string({ maxLength: 8 }).filter((text) => !/[{}<>]/.test(text)),
)
const template = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

test('is read as it was sent, whatever the template and the contact are', () => {
  fc.assert(
    fc.property(
      template,
      fc.option(template),
      fc.oneof(
        fc.string({ minLength: 1, maxLength: 9 }),
        fc.constantFrom('Hi', '.', '\u001f', '<p>', TOKENS.trackingToken),
      ),
      fc.constantFrom('', 'Bo\nSales', '<b>Bo</b>'),
      fc.constantFrom('', '1 Main Street\nBerlin'),
      (html, text, first, signature, postalAddress) => {
        fc.pre(first.trim() !== '')
        const { sent, own, read } = storeAndRead(
          compile(html, text),
          first,
          frameOf(signature, postalAddress),
        )
        if (own) expect(read).toEqual(sent)
      },
    ),
    { numRuns: caseCount(2000) },
  )
})

test('keeps only what differs from email to email', () => {
  const html =
    '<p>Hi {{ first_name }}, how is {{ company_name }}?</p><p><a href="{{ unsubscribe_url }}">No more</a></p>'
  expect(storeAndRead(compile(html, null), 'Ann', frameOf('Bo', '1 Main Street')).own).toEqual([
    ...['Ann', 'Acme'],
    ...['Ann', 'Acme'],
  ])
})

test('is stored whole if it does not follow the template', () => {
  const shared = shareText('a user', compile('<p>Hi</p>', null), frameOf('', ''))
  expect(ownTextOf({ html: '<p>Bye</p>', text: 'Bye' }, shared, TOKENS)).toBeNull()
})
