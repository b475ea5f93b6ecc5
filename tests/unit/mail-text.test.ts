import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseCount } from '../support/sizes'

/** The conversion runs in browsers; here a parser of the same HTML standard stands in. */
const page = globalThis as { DOMParser?: unknown }
let readMailText: typeof import('~/components/templates/text/mail-text')['readMailText']
let writeMailText: typeof import('~/components/templates/text/mail-text')['writeMailText']
beforeAll(async () => {
  page.DOMParser = new JSDOM('').window.DOMParser
  ;({ readMailText, writeMailText } = await import('~/components/templates/text/mail-text'))
})
afterAll(() => {
  delete page.DOMParser
})

const reread = (html: string) => {
  const read = readMailText(html)
  return 'doc' in read ? writeMailText(read.doc) : read.lost
}

test.each([
  [
    '<p>Hi {{first_name | default: "there"}},</p>\n<p>see <a href="https://a.example/?n={{ name }}&amp;x=1">this</a></p>',
  ],
  [
    '<p>One<br>two <strong>bold <em>both</em></strong></p>\n<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>\n<p>end</p>',
  ],
  ['<ol start="3"><li>{{x-1 | default: \'a "b"\'}}</li></ol>'],
  ['<p><br></p>\n<p>a &amp; b &lt;c&gt; "d"</p>\n<hr>\n<h2>Title</h2>\n<blockquote><p>said</p></blockquote>'],
  ['<p><a href="{{unsubscribe_url}}" target="_blank" rel="noopener">Unsubscribe</a> <u>u</u> <s>s</s></p>'],
])('stores %j as it was', (html) => expect(reread(html)).toBe(html))

test.each([
  ['<p><b>a</b> <i>b</i></p>', '<p><strong>a</strong> <em>b</em></p>'],
  ['Hello {{name}}', '<p>Hello {{name}}</p>'],
  ['<ul>\n  <li><p>One</p></li>\n</ul>\n\n', '<ul><li>One</li></ul>'],
  ['<p>{{first name}}</p>', '<p>{{first name}}</p>'],
  ['', ''],
])('reads %j without loss', (html, written) => expect(reread(html)).toBe(written))

test.each([
  ['<table><tr><td>a</td></tr></table>', 'table'],
  ['<p style="color: red">a</p>', 'style=""'],
  ['<div>a</div><div>b</div>', 'div'],
  ['<!doctype html><html><body><p>a</p></body></html>', 'a whole HTML document'],
  ['<p>a</p><!-- note -->', 'comments'],
  ['<p>a</p><p></p><p>b</p>', 'its structure'],
])('does not read %j', (html, lost) => expect(reread(html)).toContain(lost))

/** Texts as users type them: several spaces, signs of HTML, variables, any script. */
const word = fc.oneof(
  fc.constantFrom('a', 'b ', '  ', ' c', '&', '<b>', '"', "'", '\u00a0', '日本', '🙂', '}}', '{'),
  fc.string({ maxLength: 5 }).map((text) => text.replace(/[{\uE000-\uE003\u2028\p{C}]/gu, '')),
)
const FORMATS = ['bold', 'italic', 'underline', 'strike']
const marks = fc
  .tuple(
    fc.subarray(FORMATS),
    fc.option(
      fc.constantFrom(
        'https://a.example/?a=1&b="2"',
        '{{unsubscribe_url}}',
        'https://{{name | default: "x"}}.example',
      ),
    ),
  )
  .map(([formats, href]) => [
    ...formats.map((type) => ({ type })),
    ...(href ? [{ type: 'link', attrs: { href } }] : []),
  ])
const inline = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('text'), text: word.filter(Boolean), marks }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('variable'),
      attrs: fc.record({
        raw: fc.constantFrom(
          '{{name}}',
          '{{ first_name | default: "you & me" }}',
          '{{a-b | default: \'x "y"\'}}',
          '{{n | default: 3}}',
        ),
      }),
      marks,
    }),
  },
  fc.constant({ type: 'hardBreak' }),
)
const line = (type = 'paragraph', attrs = {}) =>
  fc.array(inline, { maxLength: 5 }).map((content) => ({ type, attrs, content }))
/** A line of a list: never empty, because an empty one between lists is no line in HTML. */
const item = line().filter(({ content }) => content.some(({ type }) => type === 'variable'))
const list = (depth: number): fc.Arbitrary<object> =>
  fc
    .tuple(
      fc.constantFrom('bulletList', 'orderedList'),
      fc.array(depth > 0 ? fc.tuple(item, fc.option(list(depth - 1))) : fc.tuple(item, fc.constant(null)), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([type, items]) => ({
      type,
      content: items.map(([first, inner]) => ({
        type: 'listItem',
        content: [first, ...(inner ? [inner] : [])],
      })),
    }))
const block = fc.oneof(
  { weight: 4, arbitrary: line() },
  line('heading', { level: 2 }),
  list(2),
  fc.constant({ type: 'horizontalRule' }),
  fc.array(line(), { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'blockquote', content })),
)
const text = fc.array(block, { minLength: 1, maxLength: 5 }).map((content) => ({ type: 'doc', content }))

test('any text of the editor is read from its HTML as it was stored', async () => {
  const { getSchema } = await import('@tiptap/core')
  const { extensions } = await import('~/components/templates/text/mail-text')
  const schema = getSchema(extensions)
  fc.assert(
    fc.property(text, (json) => {
      const html = writeMailText(Node.fromJSON(schema, json))
      expect(reread(html)).toBe(html)
    }),
    { numRuns: caseCount(150) },
  )
})

test('keeps the variables of a text in their order', async () => {
  const { parseVariables } = await import('~/models/shared/variables')
  const { getSchema } = await import('@tiptap/core')
  const { extensions } = await import('~/components/templates/text/mail-text')
  const schema = getSchema(extensions)
  fc.assert(
    fc.property(text, (json) => {
      const doc = Node.fromJSON(schema, json)
      // Braces that the user typed are refused when the email is saved.
      fc.pre(!/\{[{%]/.test(doc.textContent))
      const raws: string[] = []
      doc.descendants((node) => {
        if (node.type.name === 'variable') raws.push(String(node.attrs.raw))
      })
      const html = writeMailText(doc)
      const parsed = parseVariables(html)
      const found = 'parts' in parsed ? parsed.parts.filter((part) => typeof part !== 'string') : []
      expect(found.length).toBeGreaterThanOrEqual(raws.length)
      for (const raw of raws) expect(html).toContain(raw)
    }),
  )
})
