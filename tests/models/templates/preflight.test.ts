import { describe, expect, test } from 'vitest'
import { checkEmail } from '~/models/templates/preflight.server'
import type { MailContent } from '~/models/templates/render-mail'
import { SAMPLE_CONTACT } from '~/models/templates/thread/sample'

const SAMPLE = { ...SAMPLE_CONTACT, custom: { city: 'Berlin' } }
const GOOD = {
  subject: 'Hello {{first_name | default: "there"}}',
  htmlBody:
    '<p>Hi {{name}}, <a href="https://example.com/?x={{email}}">see</a> or <a href="{{unsubscribe_url}}">stop</a></p>',
  plainTextBody: 'Hi {{name}}: https://example.com Stop: {{unsubscribe_url}}',
}
const check = (change: Partial<MailContent>, columns = ['city']) =>
  checkEmail({ ...GOOD, ...change }, SAMPLE, new Set(columns))
const found = async (...asked: Parameters<typeof check>) =>
  (await check(...asked)).map(({ severity, text }) => `${severity}: ${text}`)

test('a good email has no findings', async () => {
  expect(await found({})).toEqual([])
})

describe('variables', () => {
  test.each([
    [
      '{{frist_name}}',
      'error: {{frist_name}} is not a known variable, and none of your contacts has a column of that name.',
    ],
    [
      '{{frist_name | default: "x"}}',
      'warning: {{frist_name}} is not a known variable, and none of your contacts has a column of that name.',
    ],
    ['{{last_name}}', 'warning: {{last_name}} has no default.'],
    ['{{city}}', 'warning: {{city}} has no default.'],
    ['{{fir</p><p>Bye', expect.stringMatching(/^error: \{\{fir is not a variable/)],
    ['{{first name}}', expect.stringMatching(/^error: \{\{first name\}\} is not a variable/)],
    ['{{title}}', 'warning: {{title}} has no default.'],
    ['Dear {first_name}', 'error: “{first_name}” is not a variable.'],
    ['Dear [First Name]', 'error: “[First Name]” is not a variable.'],
    ['Dear %%FNAME%%', 'error: “%%FNAME%%” is not a variable.'],
    ['From [your team]', 'warning: “[your team]” looks like a placeholder and would be sent as is.'],
  ])('%s', async (text, finding) => {
    expect(await found({ subject: text })).toContainEqual(finding)
  })
})

test.each([
  ['{{company}}', 'Did you mean {{company_name}}? Or'],
  ['{{ Firma }}', 'Did you mean {{company_name}}? Or'],
  ['{{frist_name}}', 'Did you mean {{first_name}}? Or'],
  ['{{seats}}', 'Check the spelling. Or'],
  [`{{${'a'.repeat(5000)}}}`, 'Check the spelling. Or'],
])('names the variable that %s probably means', async (subject, advice) => {
  expect((await check({ subject })).map((finding) => finding.advice)).toContainEqual(
    expect.stringContaining(advice),
  )
})

describe('the composed email', () => {
  test('without a text part or words', async () => {
    expect(await found({ plainTextBody: null })).toContain('note: There is no plain text body.')
    const picture = '<img src="https://example.com/a.png" alt=""><a href="{{unsubscribe_url}}"></a>'
    expect(await found({ plainTextBody: null, htmlBody: picture })).toContain(
      'warning: The email has no text: its body is empty or has only pictures.',
    )
  })

  test('without its own unsubscribe link', async () => {
    expect(await found({ htmlBody: '<p>Hi</p>' })).toEqual([
      'note: There is no unsubscribe link in the body.',
    ])
  })

  test('larger than 102 KB', async () => {
    const long = `${GOOD.htmlBody}<p>${'word '.repeat(21_000)}</p>`
    expect(await found({ htmlBody: long })).toEqual([
      expect.stringMatching(/^warning: The HTML is 10\d KB\. Gmail clips emails at 102 KB/),
    ])
  })

  test.each([
    ['www.example.com', 'error: The link “www.example.com” does not start with https://.'],
    ['/prices', 'error: The link “/prices” is relative, which does not work in an email.'],
    ['https://', 'error: The link “https://” is not a valid URL.'],
    ['https://exa mple.com', 'error: The link “https://exa mple.com” is not a valid URL.'],
    ['https://localhostless', 'error: The link “https://localhostless” is not a valid URL.'],
    ['', 'warning: A link has no target.'],
    ['#', 'warning: The link “#” has no target.'],
    ['https://example.com', null],
    ['mailto:ann@example.com', null],
    ['tel:+49301234', null],
    ['https://example.com/?a=1&amp;b={{email}}', null],
  ])('with a link to “%s”', async (href, finding) => {
    const findings = await found({ htmlBody: `${GOOD.htmlBody}<a href="${href}">x</a>` })
    expect(findings).toEqual(finding ? [finding] : [])
  })

  test('reports a link with a hostile host quickly', async () => {
    const marks = '\u0315'.repeat(30_000) + '\u0316'.repeat(30_000)
    const before = process.cpuUsage()
    const findings = await found({ htmlBody: `${GOOD.htmlBody}<a href="https://a${marks}/">x</a>` })
    // The time to parse such a host grows with the square of its length: with these it was seconds.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(600)
    expect(findings).toContainEqual(expect.stringMatching(/is not a valid URL\.$/))
  })

  test('reports what saving removes', async () => {
    expect(await found({ htmlBody: `${GOOD.htmlBody}<script>1</script><p onclick="x">y</p>` })).toEqual([
      'note: Email clients do not support some of this HTML: script, on… attributes.',
    ])
  })
})
