import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanDeclarations, cleanSheet } from '~/models/templates/mail-css'
import { sanitizeEmailHtml } from '~/models/templates/mail-html.server'

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../fixtures/templates', name), 'utf8')

/** Whether it could run a script, load a resource or navigate. */
const DANGER =
  /<\s*\/?(script|iframe|object|embed|form|input|svg|math|base|link|applet|frame|video|audio|textarea|button)\b|\son\w+\s*=|(href|src|action|background|data)\s*=\s*["']?\s*(javascript|vbscript|data):|expression\s*\(|@import|-moz-binding|http-equiv=["']?refresh/i

describe('keeps email HTML unchanged', () => {
  test.each([
    [
      'style attributes',
      '<p style="font-family:Arial,&quot;Helvetica Neue&quot;;mso-line-height-rule:exactly;color:#333">Hello</p>',
    ],
    [
      'tables with their old attributes',
      '<table width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" align="center" role="presentation"><tr><td valign="top" bgcolor="#eee" width="50%" nowrap="nowrap">x</td></tr></table>',
    ],
    [
      'a style sheet with media queries',
      '<style type="text/css" media="screen">@media only screen and (max-width:480px){.col{width:100%!important}a[href^="x;y"]{color:red}}</style>',
    ],
    [
      'variables in text, addresses and attributes',
      '<p title="{{name}}">Hi {{ first_name | default: "A & B" }}</p><a href="{{unsubscribe_url}}">Stop</a> <a href="https://example.com/?x={{name}}&amp;y=1">x</a>',
    ],
    [
      'a variable that is all of an address, with a default',
      '<a href="{{website | default: "https://example.com"}}">x</a>',
    ],
    [
      'Outlook comments of every form',
      '<!--[if mso | IE]><table align="center" border="0" style="width:600px;" width="600"><tr><td><![endif]--><div>x</div><!--[if mso | IE]></td></tr></table><![endif]--><!--[if !mso]><!--><p>y</p><!--<![endif]-->',
    ],
    [
      'Outlook settings and shapes',
      '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><v:rect xmlns:v="urn:schemas-microsoft-com:vml" fill="true" stroke="false" style="width:600px;"><v:fill type="tile" src="https://example.com/a.png" color="#fff" /></v:rect><![endif]-->',
    ],
    [
      'backgrounds from the web',
      '<td background="https://example.com/a.png" style="background:#fff url(\'https://example.com/a.png\') top/cover">x</td>',
    ],
    ['invisible characters of a preheader', '<div style="display:none">Hi&nbsp;&zwnj;&#847;&shy;</div>'],
    [
      'a whole document',
      '<!doctype html>\n<html lang="en" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>A &amp; B</title></head><body style="margin:0" bgcolor="#fff">x</body></html>',
    ],
    [
      'mail and phone addresses, anchors',
      '<a href="mailto:a@example.com?subject=x">m</a><a href="tel:+49">t</a><a href="#top">a</a>',
    ],
  ])('%s', (_, html) => {
    expect(sanitizeEmailHtml(html)).toBe(html)
  })

  test('keeps layout, styles and Outlook parts of a builder email', () => {
    const exported = fixture('builder.html')
    const clean = sanitizeEmailHtml(exported)
    expect(sanitizeEmailHtml(clean)).toBe(clean)
    const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0
    for (const what of [
      /<table/g,
      /<td/g,
      /<!--\[if/g,
      /<!\[endif\]-->/g,
      /style="/g,
      /<style/g,
      /\{\{/g,
      /bgcolor=/g,
      /@media/g,
    ])
      expect([what, count(clean, what)]).toEqual([what, count(exported, what)])
    expect(clean).not.toMatch(DANGER)
    // Only the notation differs.
    const bare = (text: string) =>
      text
        .replace(/\s*\/?>/g, '>')
        .replace(/\s+/g, ' ')
        .replace(/&#39;|&quot;/g, "'")
        .toLowerCase()
    expect(bare(clean)).toBe(bare(exported))
  })
})

describe('removes harmful HTML', () => {
  const attacks = fixture('xss.txt').split('\n').filter(Boolean)
  test(`defuses ${attacks.length} attacks, idempotently`, () => {
    expect(attacks.length).toBeGreaterThan(90)
    for (const attack of attacks) {
      const clean = sanitizeEmailHtml(attack)
      expect([attack, clean, DANGER.test(unquoted(clean))]).toEqual([attack, clean, false])
      expect(sanitizeEmailHtml(clean)).toBe(clean)
    }
  })

  test('ignores forged internal markers', () => {
    const attack =
      '<a title="<!--[if mso]>&quot;><img src=x onerror=alert(1)><![endif]-->">x</a>\uE0020\uE003\uE0000\uE001'
    expect(sanitizeEmailHtml(attack)).not.toMatch(/<img|<!--/)
    expect(
      sanitizeEmailHtml('<style>/*<!--[if mso]></style><script>alert(1)</script><![endif]-->*/</style>'),
    ).not.toMatch(/script/)
    expect(sanitizeEmailHtml('<title><!--[if mso]></title><b>x</b><![endif]--></title>')).not.toMatch(
      /<b>|<!--/,
    )
  })

  test('Outlook comments cannot end early or carry scripts', () => {
    expect(sanitizeEmailHtml('<!--[if mso]>--!><img src=x onerror=alert(1)><![endif]-->')).not.toMatch(/<img/)
    expect(
      sanitizeEmailHtml(
        '<!--[if mso]><script>alert(1)</script><td onclick="x" style="behavior:url(x)"><![endif]-->',
      ),
    ).toBe(
      '<!--[if mso]>&lt;script>alert(1)&lt;/script><td  style=""><![endif]-->'
        .replaceAll('&lt;script>', '')
        .replaceAll('&lt;/script>', ''),
    )
    expect(
      sanitizeEmailHtml('<!--[if mso]><a href="java&#115;cript:alert(1)">x</a><![endif]-->'),
    ).not.toMatch(/href/)
  })

  test('a variable cannot become a URL scheme', () => {
    expect(sanitizeEmailHtml('<a href="{{x | default: ""}}javascript:alert(1)">x</a>')).not.toMatch(
      /javascript/,
    )
    expect(sanitizeEmailHtml('<a href="java{{x}}script:alert(1)">x</a>')).not.toMatch(/href/)
  })

  test('style sheets load nothing in any spelling and keep the rest', () => {
    expect(cleanSheet('@import url("x.css"); .a{color:red}')).toBe(' .a{color:red}')
    expect(cleanSheet('@\\69mport "x"; .a{background:u\\72l(x);color:red}')).toBe(' .a{color:red}')
    expect(cleanSheet('@font-face{font-family:x;src:url(y)}.a{color:red}')).toBe('.a{color:red}')
    expect(cleanSheet('.a{width:expression(alert(1))}.b{color:red}')).toBe('.a{}.b{color:red}')
    expect(cleanSheet('.a{content:"}"}.b{background-image:image-set("x" 1x)}')).toBe('.a{content:"}"}.b{}')
    expect(cleanDeclarations('background:url(javascript:x);color:red')).toBe('color:red')
    expect(cleanDeclarations('background:url(data:image/svg+xml;base64,x);color:red')).toBe('color:red')
  })
})

test.each([
  ['comments that never end', '<!--[if mso]>'],
  ['elements within elements', `${'<div>'.repeat(200)}${'</div>'.repeat(200)}`],
  ['brackets', '<'],
  ['variables that never end', '{{a | default: "'],
])('half a megabyte of %s does not block', (_, piece) => {
  const html = piece.repeat(Math.floor(500_000 / piece.length))
  const before = process.cpuUsage()
  sanitizeEmailHtml(html)
  // Far above the actual time, far below a quadratic time.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
})

test.each(['{', '}', 'a{', '@a{', ';', '/*', '(', 'a:(', '"', "'", '\\', '@', ':', 'a:b;', 'a{b:url(c);}'])(
  'half a megabyte of %s in a style sheet does not block',
  (piece) => {
    const css = piece.repeat(Math.floor(500_000 / piece.length))
    const before = process.cpuUsage()
    cleanSheet(css)
    cleanDeclarations(css)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000)
  },
)

test.each([
  ['more than 50,000 characters', `<style>/*${'x'.repeat(50_000)}*/</style>`],
  ['more than 50,000 characters', `<style>/*<*/${'x'.repeat(50_000)}`],
  ['more than 1,000 rules', '<style>.a{color:red}</style>'.repeat(1_001)],
  ['nested more than 5 deep', `<STYLE media="all">${'@media print{'.repeat(6)}</style>`],
  ['More than 5,000 elements', '<p STYLE = "color:red">x</p>'.repeat(5_001)],
])('refuses CSS with %s', (problem, html) => {
  expect(() => sanitizeEmailHtml(html)).toThrow(problem)
})

test('refuses deeply nested HTML', () => {
  for (const piece of ['<div>', '<div></b>', '<p><i></p>'])
    expect(() => sanitizeEmailHtml(piece.repeat(50_000))).toThrow('nested too deeply')
  expect(sanitizeEmailHtml('<p>x</p>'.repeat(50_000))).toHaveLength(8 * 50_000)
})

/** Without text: a tag's name between escaped brackets is a word. */
const unquoted = (html: string) =>
  html
    .replace(/>[^<]*</g, '><')
    .replace(/^[^<]*/, '')
    .replace(/[^>]*$/, '')
    .replace(/(title|alt|class|id|name)="[^"]*"/g, '')
