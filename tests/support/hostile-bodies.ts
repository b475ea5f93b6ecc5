/** Bodies that no browser sends, each with its media type. */
export interface HostileBody {
  type: string
  body: string
}

const URLENCODED = 'application/x-www-form-urlencoded'
const form = (body: string): HostileBody => ({ type: URLENCODED, body })
const json = (body: string): HostileBody => ({ type: 'application/json', body })

function multipart(parts: string[]): HostileBody {
  const boundary = 'between-the-parts'
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
  }
}
const part = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

/** Fields that some form reads as text. */
const TEXTS = [
  'email',
  'name',
  'subject',
  'htmlBody',
  'plainTextBody',
  'entries',
  'industry',
  'made',
  'intent',
]
const everyText = (text: string) => TEXTS.map((name) => `${name}=${encodeURIComponent(text)}`).join('&')

/** Combining marks out of order: to normalize them, or a host name of them, takes time that grows with the square of their number. */
const MARKS = '\u0315'.repeat(30_000) + '\u0316'.repeat(30_000)

export const HOSTILE_FORMS: Record<string, HostileBody> = {
  'a huge index': form('email[99999999]=a'),
  'a smaller huge index': form('email[9999999]=a&name[9999999]=a'),
  'an intent with a huge index': form(
    `__intent__=${encodeURIComponent('{"type":"update","payload":{"name":"x[9999999]","value":"a"}}')}`,
  ),
  'a damaged intent': form('__intent__=garbage'),
  'a damaged state': form('__state__=garbage&email=a'),
  'an insert without a list': form(
    `email=a&__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"email"}}')}`,
  ),
  '200,000 values of one name': form('contactIds=a&'.repeat(200_000)),
  '900 values of one name': form('contactIds=a&'.repeat(900)),
  'a name with 5,000 dots': form(`${'a.'.repeat(5000)}a=1`),
  'names of the prototype': form('__proto__[x]=1&constructor.prototype.x=1&__proto__=1&constructor=1'),
  'broken names': form('email[=a&]]=b&a[0]b=c&=d&%00=e'),
  'brackets in every text': form(everyText('<'.repeat(60_000))),
  'blanks in every text': form(everyText(`${' '.repeat(60_000)}x`)),
  'a new password repeated with 60,000 accents': multipart([
    part('token', 'a'),
    part('currentPassword', 'correct horse battery'),
    part('newPassword', 'correct horse battery'),
    part('confirmPassword', MARKS),
  ]),
  'a host of 60,000 accents': multipart([part('redirectTo', `/\t/a${MARKS}`), part('theme', 'dark')]),
  '20,000 parts': multipart(Array.from({ length: 20_000 }, () => part('contactIds', 'a'))),
  'a file in place of a text': multipart([
    'Content-Disposition: form-data; name="email"; filename="a"\r\n\r\nx',
    part('name', 'a'),
  ]),
  'parts that another boundary hides': {
    type: 'multipart/form-data; other="; boundary=x"; boundary=between-the-parts',
    body: multipart(Array.from({ length: 20_000 }, () => part('contactIds', 'a'))).body,
  },
  'an empty boundary': { type: 'multipart/form-data; boundary=', body: '--\r\n'.repeat(400_000) },
  'empty parts': { type: 'multipart/form-data; boundary=x', body: '--x\r\n\r\n\r\n'.repeat(200_000) },
  '1.9 million pluses': form(`name=${'+'.repeat(1_900_000)}`),
  'no end': { type: 'multipart/form-data; boundary=x', body: '--x\r\nContent-Disposition: form-data' },
  'no boundary': { type: 'multipart/form-data', body: 'a' },
}

export const HOSTILE_JSON: Record<string, HostileBody> = {
  'a million brackets': json(`{"contactIds":${'['.repeat(900_000)}${']'.repeat(900_000)}}`),
  'a million values': json(`{"contactIds":[${'1,'.repeat(900_000)}1]}`),
  '20,000 wrong ids': json(`{"contactIds":[${'1,'.repeat(19_000)}1],"ids":[],"mailboxIds":[],"leads":[]}`),
  'brackets in every text': json(
    JSON.stringify(Object.fromEntries(TEXTS.map((name) => [name, '<'.repeat(150_000)]))),
  ),
  'accents in every text': json(JSON.stringify(Object.fromEntries(TEXTS.map((name) => [name, MARKS])))),
  'a link to a host of 60,000 accents': json(
    JSON.stringify({ name: 'a', subject: 'a', htmlBody: `<a href="https://a${MARKS}/">a</a>` }),
  ),
  'names of the prototype': json('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"name":{"a":1}}'),
  'numbers beyond all bounds': json(
    '{"limit":1e999,"delayDays":-1e308,"sendHour":0.1,"maxContinuousNotOpens":1e99}',
  ),
  'half a character': json('{"name":"\\ud800","email":"\\udfff@x.example","subject":"\\u0000"}'),
  'a list': json('[]'),
  'half a body': json('{"name":'),
}

/** What follows an address. */
export const HOSTILE_QUERIES = [
  '?q=%00&text=%00&to=%00&message=%00',
  '?q=%ff&cursor=%ff&limit=1e9&page=-1&sort=%27',
  `?q=${'%25'.repeat(2000)}&cursor=${'A'.repeat(5000)}&page=NaN&id=1%27--`,
  `?${'a[b]=1&'.repeat(900)}`,
]
