import { getTableConfig } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { contacts } from '#drizzle/schema'
import { CONTACT_VARIABLES, type Recipient } from '~/models/contacts/variables'
import { escapeHtml } from '~/models/shared/variables'
import { sanitizeEmailHtml } from '~/models/templates/mail-html.server'
import { compileTemplate, renderMail } from '~/models/templates/render-mail'
import { SAMPLE_CONTACT } from '~/models/templates/thread/sample'

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

const RECIPIENT: Recipient = { email: 'ann+tag@a.example', lastName: "O'Neil & Söhne", custom: {} }
const compile = (htmlBody: string, plainTextBody: string | null = null, subject = 'Hi') => {
  const template = compileTemplate({ subject, htmlBody: sanitizeEmailHtml(htmlBody), plainTextBody })
  if ('problem' in template) throw new Error(template.problem)
  return template
}
/** The email without what its frame adds. */
const mailOf = (html: string, recipient: Partial<Recipient> = {}, text: string | null = null) => {
  const rendering = renderMail(compile(html, text), { ...RECIPIENT, ...recipient }, FRAME)
  if (!rendering.ok) throw new Error(rendering.missing.join())
  const { mail, unfit } = rendering
  return {
    html: mail.html.split('<div style="margin-top')[0]!,
    text: mail.text.split('\n\nUnsubscribe')[0]!,
    unfit,
  }
}

describe('the columns of a contact', () => {
  const all: Recipient = {
    ...SAMPLE_CONTACT,
    custom: { icebreaker: 'Nice talk', city: 'Bonn', plan: 7 as unknown as string },
  }

  test('are variables, each of them, and so are custom columns', () => {
    const names = [...CONTACT_VARIABLES.map(({ name }) => name), 'icebreaker', 'plan']
    const { html, unfit } = mailOf(`<p>${names.map((name) => `{{ ${name} }}`).join(' ')}</p>`, all)
    expect(html).toBe(
      `<p>${[...CONTACT_VARIABLES.map(({ sample }) => sample), 'Nice talk', '7'].join(' ')}</p>`,
    )
    expect(unfit).toEqual([])
  })

  test('leave none out, except what means nothing to readers', () => {
    const { columns } = getTableConfig(contacts)
    const texts = columns.filter(({ dataType }) => dataType === 'string').map(({ name }) => name)
    const variables = CONTACT_VARIABLES.map(({ field }) => contacts[field].name)
    const without = ['id', 'user_id', 'apollo_id', 'import_batch_id']
    expect([...variables, ...without].sort()).toEqual(texts.sort())
  })

  test('come before a custom column of the same name, unless they are empty', () => {
    expect(mailOf('<p>{{city}}</p>', all).html).toBe('<p>Austin</p>')
    expect(mailOf('<p>{{city}}</p>', { ...all, city: ' ' }).html).toBe('<p>Bonn</p>')
  })
})

describe('a value is escaped for where it stands', () => {
  const href = (html: string, recipient: Partial<Recipient> = {}) =>
    /(?:href|src)="([^"]*)"/.exec(mailOf(html, recipient).html)?.[1]

  test('in the query of a link, in HTML and text', () => {
    const html = '<a href="https://x.example/?a=1&b=2&e={{ email }}&n={{ last_name | default: "" }}">link</a>'
    const url = 'https://x.example/?a=1&b=2&e=ann%2Btag%40a.example&n=O%27Neil%20%26%20S%C3%B6hne'
    expect(mailOf(html)).toEqual({
      html: `<a href="${url.replaceAll('&', '&amp;')}">link</a>`,
      text: `link [${url}]`,
      unfit: [],
    })
    expect(href(html, { lastName: '50% off?x=1' })).toContain('&amp;n=50%25%20off%3Fx%3D1')
  })

  test.each<[string, string, Partial<Recipient>]>([
    [
      '<a href="{{ linkedin_url }}">x</a>',
      'https://l.example/in/x?a=1&amp;b=2',
      { linkedinUrl: 'https://l.example/in/x?a=1&b=2' },
    ],
    [
      '<a href=" {{ linkedin_url }}">x</a>',
      ' https://l.example/a%20%22b%22',
      { linkedinUrl: 'https://l.example/a "b"' },
    ],
    ['<a href="{{ linkedin_url }}">x</a>', 'https://linkedin.com/in/x', { linkedinUrl: 'linkedin.com/in/x' }],
    [
      '<a href="{{ linkedin_url }}/posts?e={{ email }}">x</a>',
      'https://l.example/posts?e=ann%2Btag%40a.example',
      { linkedinUrl: 'https://l.example' },
    ],
    [
      '<a href="mailto:{{ email }}?subject={{ last_name }}">x</a>',
      'mailto:ann%2Btag@a.example?subject=O%27Neil%20%26%20S%C3%B6hne',
      {},
    ],
    [
      '<a href="https://{{ site }}/p/{{ last_name }}">x</a>',
      'https://a.example/b/p/A%2FB',
      { lastName: 'A/B', custom: { site: 'https://a.example/b' } },
    ],
    ['<a href="tel:{{ phone }}">x</a>', 'tel:+49301', { custom: { phone: '+49 (30) 1' } }],
    ['<a href="{{ profile }}">x</a>', 'https://medium.com/@ann', { custom: { profile: 'medium.com/@ann' } }],
    [
      '<a href="{{ profile }}">x</a>',
      'https://www.youtube.com/@acme?t=1',
      { custom: { profile: 'www.youtube.com/@acme?t=1' } },
    ],
    ['<a href="{{ profile }}">x</a>', 'tel:+49-30-1', { custom: { profile: 'tel:+49-30-1' } }],
    ['<a href="{{ profile }}">x</a>', 'SMS:+49301?body=Hi', { custom: { profile: 'SMS:+49301?body=Hi' } }],
    [
      '<a href="{{ profile }}">x</a>',
      'mailto:a@x.example?subject=Hi%20there',
      { custom: { profile: 'mailto:a@x.example?subject=Hi there' } },
    ],
    ['<a href="{{ profile | default: "#" }}">x</a>', '#', {}],
    [
      '<img src="https://x.example/{{ first_name }}.png">',
      'https://x.example/..%2F%22%3E.png',
      { firstName: '../">' },
    ],
    [
      '<a href="https://x.example/?r={{ unsubscribe_url }}">x</a>',
      'https://x.example/?r=https%3A%2F%2Fmail.example%2Fu%2Ft',
      {},
    ],
    [
      '<a href="https://x.example/?q={{ first_name }}">x</a>',
      'https://x.example/?q=%EF%BF%BD',
      { firstName: '\ud800' },
    ],
  ])('%s', (html, expected, recipient) => {
    const found = mailOf(html, recipient)
    expect(/(?:href|src)="([^"]*)"/.exec(found.html)?.[1]).toBe(expected)
    expect(found.unfit).toEqual([])
  })

  test('in other attributes, styles and Outlook’s comments', () => {
    const found = mailOf(
      '<p title="{{ first_name }}" style="color:{{ color }}">x</p><!--[if mso]><v:rect href="https://x.example/?e={{ email }}">y</v:rect><![endif]-->',
      { firstName: 'A "B" <C>', custom: { color: 'red;background:url(https://evil.example)' } },
    )
    expect(found.html).toContain('title="A &quot;B&quot; &lt;C&gt;"')
    expect(found.html).toContain('style="color:redbackgroundurlhttpsevil.example"')
    expect(found.html).toContain('https://x.example/?e=ann%2Btag%40a.example')
  })

  test('in URLs that are written out, and nowhere else', () => {
    const text = 'Dear {{last_name}}, see https://x.example/?e={{email}}&n={{last_name}}, {{last_name}}'
    const expected =
      "Dear O'Neil & Söhne, see https://x.example/?e=ann%2Btag%40a.example&n=O%27Neil%20%26%20S%C3%B6hne, O'Neil & Söhne"
    const found = mailOf(`<p>${text}</p>`, {}, text)
    expect(found.text).toBe(expected)
    expect(found.html).toBe(`<p>${escapeHtml(expected)}</p>`)
    expect(
      mailOf(
        '<p>x</p>',
        { linkedinUrl: 'https://l.example' },
        '{{linkedin_url}}/?e={{email}} {{city|default: "a"}}/{{email}}',
      ).text,
    ).toBe('https://l.example/?e=ann%2Btag%40a.example a/ann+tag@a.example')
  })

  test.each<[string, string?]>([
    ['<div><div>https://x.example/</div>{{ last_name }}, hi</div>', "https://x.example/\nO'Neil & Söhne, hi"],
    ['<p><a href="https://x.example/">https://x.example/</a>{{ last_name }}</p>'],
    ['<p><a href="https://x.example/">https://x.example/</a><b>{{ last_name }}</b></p>'],
    ['<p><i><b>https://x.example/</b></i><i>{{ last_name }}</i></p>'],
    ['<p><a href="https://x.example/">https://x.example/<b>1</b>{{ last_name }}</a></p>'],
  ])('not behind an element that ends a URL: %s', (html, text) => {
    const found = mailOf(html)
    expect(found.html).toBe(html.replace('{{ last_name }}', 'O&#39;Neil &amp; Söhne'))
    expect(found.text).toContain(text ?? "O'Neil & Söhne")
  })

  test('in linear time', () => {
    const started = process.cpuUsage().user
    const many = '{{a|default: "b"}}'.repeat(8000)
    for (const html of [
      many,
      `<a href="https://${many}">x</a>`,
      `<a href="${many}">x</a>`,
      `https://x/${many}`,
    ])
      mailOf(html)
    expect(process.cpuUsage().user - started).toBeLessThan(6_000_000)
  })
})

describe('an email is unfit', () => {
  test.each<[string, Partial<Recipient>, string[]]>([
    [
      '<p>{{ icebreaker | default: "" }}</p>',
      { custom: { icebreaker: 'Hi {{firstName}} <3 {{email}}' } },
      [
        'icebreaker contains “{{firstName}}”',
        'the text contains “{{firstName}}”',
        'the text contains “{{email}}”',
      ],
    ],
    [
      '<p>{{ icebreaker }}</p>',
      { custom: { icebreaker: 'Hi %%FIRST NAME%%' } },
      ['icebreaker contains “%%FIRST NAME%%”', 'the text contains “%%FIRST NAME%%”'],
    ],
    ['<p>Hi [<b>First Name</b>]</p>', {}, ['the text contains “[First Name]”']],
    ['<p>Hi {{ first_name | default: "[First Name]" }}</p>', {}, ['the text contains “[First Name]”']],
    ['<p>Hi {{ first_name | default: "there" }}</p>', { firstName: 'N/A' }, ['first_name is “N/A”']],
    ['<p>{{ title }}</p>', { title: 'undefined' }, ['title is “undefined”']],
    ['<p>{{ title }}</p>', { title: '-' }, ['title is “-”']],
    [
      '<a href="https://x.example/?n={{ icebreaker }}">x</a>',
      { custom: { icebreaker: '*|FNAME|*' } },
      ['icebreaker contains “*|FNAME|*”'],
    ],
    [
      '<a href="{{ linkedin_url }}">x</a>',
      { linkedinUrl: 'javascript:alert(1)' },
      ['linkedin_url is not a link: “javascript:alert(1)”'],
    ],
    ['<p>a }} b</p>', {}, ['the text contains “}}”']],
    ...[
      'ann@x.example',
      'x.example:pw@y.example',
      'tel:none',
      'mailto:see below',
      'https://',
      '#',
      '/in/ann',
    ].map((profile): [string, Partial<Recipient>, string[]] => [
      '<a href="{{ profile }}">x</a>',
      { custom: { profile } },
      [`profile is not a link: “${profile}”`],
    ]),
  ])('%s', (html, recipient, expected) => {
    expect(mailOf(html, recipient).unfit).toEqual(expected)
  })

  test.each<[string, Partial<Recipient>]>([
    ['<style>@media print{p{color:red}}</style><p>[Website] 100% of 50% {x} [1] [Monday]</p>', {}],
    ['<p>{{ title | default: "-" }}</p>', {}],
    ['<p>{{ last_name }}</p>', { lastName: 'Nguyễn' }],
    ['<p>The N/A machine, null hypothesis</p>', {}],
  ])('but not with %s', (html, recipient) => {
    expect(mailOf(html, recipient).unfit).toEqual([])
  })
})
