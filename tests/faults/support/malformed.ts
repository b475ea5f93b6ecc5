export type Random = () => number

export const pick = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!

const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) })

/** Values that programs, users and attackers put into fields of other types. */
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  2 ** 53,
  '',
  '   ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '😀'.repeat(50),
  'x'.repeat(100_000),
  '1e999',
  '-0',
  'NaN',
  '2026-02-30T25:61:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  "'; drop table users; --",
  '{{first_name',
  '{% for a in b %}',
  '{{ "a" | default: }}',
  '<script>alert(1)</script>',
  '\r\nBcc: x@y.example',
  'Nowhere/Nothing',
  'a@b',
  'ann@people.example',
  [],
  [null],
  [[]],
  Array(1000).fill(0),
  {},
  { __proto__: null, constructor: { prototype: 1 } },
  deep(30),
]

const KEYS = [
  'id',
  'userId',
  'name',
  'email',
  'status',
  'constructor',
  '__proto__',
  'toString',
  '',
  '\0',
  'a.b',
  'contactIds',
  'limit',
]

export const TYPES = [
  ...Array<string>(12).fill('application/json'),
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
]

/** A valid body except for a few fields. */
export function mutateJson(random: Random, body: unknown, ids: string[]): string {
  const changed = structuredClone(body)
  // A copy, because a later change may go into what an earlier one put there.
  const anything = () => (random() < 0.2 ? pick(random, ids) : structuredClone(pick(random, VALUES)))
  if (typeof changed !== 'object' || changed === null || random() < 0.05) return JSON.stringify(anything())
  for (let n = 1 + Math.floor(random() * 4); n > 0; n--) {
    let place = changed as Record<string, unknown>
    let key = pick(random, [...Object.keys(place), pick(random, KEYS)])
    while (
      typeof place[key] === 'object' &&
      place[key] !== null &&
      Object.hasOwn(place, key) &&
      random() < 0.7
    ) {
      place = place[key] as Record<string, unknown>
      key = pick(random, [...Object.keys(place), '0'])
    }
    if (random() < 0.15) delete place[key]
    else
      Object.defineProperty(place, key, {
        value: anything(),
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return JSON.stringify(changed)
}

/** Changes a few bytes, cuts, repeats. */
export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes)
  for (let n = Math.floor(random() * 8); n > 0 && changed.length > 0; n--) {
    const at = Math.floor(random() * changed.length)
    const kind = random()
    if (kind < 0.6)
      changed[at] = pick(random, [0, 10, 13, 34, 44, 58, 61, 92, 123, 128, 255, Math.floor(random() * 256)])
    else if (kind < 0.7) changed = changed.subarray(0, at)
    else {
      const from = Math.floor(random() * at)
      changed = Buffer.concat([
        changed.subarray(0, at),
        changed.subarray(from, from + 200),
        changed.subarray(at),
      ])
    }
  }
  return changed
}

const HEADERS = [
  'From: Ann <ann@people.example>',
  'From: MAILER-DAEMON@mx.example',
  'From: "a\\"b" <x@y.example>, z@w.example',
  'From:',
  'Subject: Re: hello',
  'Subject: =?utf-8?B?SGVsbG8=?= =?utf-8?Q?=zz?=',
  'Subject: =?x-none?B?////?=',
  'Auto-Submitted: auto-replied',
  'References: <a@b.example> <c@d.example>',
  'In-Reply-To: <no end',
  'Date: Thu, 32 Foo 2026 99:99:99 +9999',
  'X-Failed-Recipients: ann@people.example',
  ' folded without a beginning',
  'no colon',
]
const BODY_TYPES = [
  'text/plain',
  'text/plain; charset=utf-16',
  'text/plain; charset="no such"',
  'text/html; charset=iso-8859-1',
  'message/rfc822',
  'message/delivery-status',
  'message/feedback-report',
  'text/calendar',
  'application/octet-stream; name="=?utf-8?Q?=FF?="',
]
const ENCODINGS = ['7bit', 'base64', 'quoted-printable', 'x-uuencode', '']
const BODIES = [
  'Yes, please call me.\n\nOn Tue, 3 Nov 2026 Bo wrote:\n> hello\n',
  'stop',
  'SGVsbG8=\n====',
  'caf=C3=A9=\n=ZZ=',
  '<p>hi<blockquote><table><tr><td>x',
  'Final-Recipient: rfc822; ann@people.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no\n',
  'Feedback-Type: abuse\nOriginal-Rcpt-To: ann@people.example\n',
  'I am out of office until 31.02.2026',
  '\0\xff\xfe',
  '',
]

/** A message by the grammar of RFC 5322 and 2046, with what breaks it. */
export function growMail(random: Random, depth = 0): string {
  const headers = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(random, HEADERS))
  const end = pick(random, ['\n', '\n', '\r\n', '\r'])
  if (depth < 5 && random() < 0.5) {
    const boundary = pick(random, ['x', 'x', 'x--', '', 'a b', '='.repeat(80)])
    const type = pick(random, ['mixed', 'alternative', 'report; report-type=delivery-status', 'related'])
    const parts = Array.from({ length: Math.floor(random() * 4) }, () => growMail(random, depth + 1))
    const body = parts.map((part) => `--${boundary}${end}${part}${end}`).join('')
    const close = random() < 0.7 ? `--${boundary}--` : ''
    return [...headers, `Content-Type: multipart/${type}; boundary="${boundary}"`, '', body + close].join(end)
  }
  const encoding = `Content-Transfer-Encoding: ${pick(random, ENCODINGS)}`
  return [...headers, `Content-Type: ${pick(random, BODY_TYPES)}`, encoding, '', pick(random, BODIES)].join(
    end,
  )
}
