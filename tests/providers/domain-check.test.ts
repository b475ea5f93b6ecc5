import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { createDomainNames } from '~/providers/dns/domain-check'
import type { DnsFinding, DomainMail, MailService } from '~/providers/dns/types'
import { startNameServer, type Zone } from '../support/dns'

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

const keyOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
const KEY = keyOf(2048)

/** A domain of Google's customers that has everything. */
const WHOLE: Zone = {
  'acme.example': { txt: ['something else', 'v=spf1 include:_spf.google.com ~all'], mx: ['smtp.google.com'] },
  '_spf.google.com': { txt: ['v=spf1 include:_netblocks.google.com ~all'] },
  '_netblocks.google.com': { txt: ['v=spf1 ip4:35.190.247.0/24 ~all'] },
  'google._domainkey.acme.example': { txt: [`v=DKIM1; k=rsa; p=${KEY}`] },
  '_dmarc.acme.example': { txt: ['v=DMARC1; p=quarantine; rua=mailto:d@acme.example'] },
}

async function check(
  zone: Zone,
  { domain = 'acme.example', service = 'google' as MailService, silent = false } = {},
): Promise<Record<DnsFinding['check'], DnsFinding>> {
  const server = await startNameServer(zone, silent)
  open.push(server)
  const findings = await createDomainNames(server.address, 150).check(domain, service)
  return Object.fromEntries(findings.map((one) => [one.check, one])) as Record<
    DnsFinding['check'],
    DnsFinding
  >
}
const verdicts = (found: Record<string, DnsFinding>) =>
  Object.fromEntries(Object.entries(found).map(([name, { verdict }]) => [name, verdict]))
const spf = (...txt: string[]) => ({ ...WHOLE, 'acme.example': { ...WHOLE['acme.example'], txt } })

describe('the records of a sending domain', () => {
  test('pass when all exist', async () => {
    const found = await check(WHOLE)
    expect(verdicts(found)).toEqual({ mx: 'good', spf: 'good', dkim: 'good', dmarc: 'good' })
    // A 2048-bit key comes in two pieces.
    expect(found.dkim.record).toBe(`google._domainkey.acme.example: v=DKIM1; k=rsa; p=${KEY}`)
  })

  test('are reported when missing, each with the record to add', async () => {
    const found = await check({})
    expect(verdicts(found)).toEqual({ mx: 'bad', spf: 'bad', dkim: 'bad', dmarc: 'bad' })
    expect(found.spf.advice).toContain('v=spf1 include:_spf.google.com ~all')
    expect(found.dmarc.advice).toBe('Add a TXT record to _dmarc.acme.example with the text: v=DMARC1; p=none')
  })

  test('are unknown when no name server responds', async () => {
    expect(verdicts(await check({}, { silent: true }))).toEqual({
      mx: 'unknown',
      spf: 'unknown',
      dkim: 'unknown',
      dmarc: 'unknown',
    })
  })

  test('of a shared provider are not checked', async () => {
    expect(verdicts(await check({}, { domain: 'gmail.com' }))).toMatchObject({ spf: 'good', dmarc: 'good' })
  })
})

test.each([
  ['two records', ['v=spf1 ~all', 'v=spf1 include:_spf.google.com ~all'], 'bad', '2 SPF records'],
  ['everybody', ['v=spf1 include:_spf.google.com +all'], 'bad', 'any server'],
  ['Google left out', ['v=spf1 ip4:192.0.2.1 -all'], 'bad', 'does not allow Google'],
  ['Google through another name', ['v=spf1 redirect=_spf.google.com'], 'good', ''],
  ['no end', ['v=spf1 include:_spf.google.com'], 'warn', 'does not say'],
  ['an end that says nothing', ['v=spf1 include:_spf.google.com ?all'], 'warn', '?all'],
  [
    'too many look-ups',
    [`v=spf1 ${Array.from({ length: 11 }, (_, i) => `a:h${i}.example`).join(' ')} ~all`],
    'bad',
    '11 DNS lookups',
  ],
  ['itself included', ['v=spf1 include:acme.example include:_spf.google.com ~all'], 'good', ''],
])('SPF with %s', async (_, txt, verdict, words) => {
  const found = (await check(spf(...txt))).spf
  expect([found.verdict, found.text]).toEqual([verdict, expect.stringContaining(words)])
})

test.each([
  ['a short key', `v=DKIM1; p=${keyOf(1024)}`, 'warn', '1024 bits'],
  ['a key that is too short', `v=DKIM1; p=${keyOf(512)}`, 'bad', '512 bits'],
  ['a key that was withdrawn', 'v=DKIM1; p=', 'bad', 'revoked'],
  ['a key that is cut off', `v=DKIM1; p=${KEY.slice(0, 100)}`, 'bad', 'cannot be read'],
  [
    'a key of the newer kind',
    'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    'good',
    '',
  ],
])('DKIM with %s', async (_, text, verdict, words) => {
  const found = (await check({ ...WHOLE, 'google._domainkey.acme.example': { txt: [text] } })).dkim
  expect([found.verdict, found.text]).toEqual([verdict, expect.stringContaining(words)])
})

test('looks for DKIM under the usual selectors and treats a miss as unknown', async () => {
  const other = { 'selector2._domainkey.acme.example': { txt: [`p=${KEY}`] } }
  expect((await check(other, { service: 'other' })).dkim.verdict).toBe('good')
  expect((await check({}, { service: 'other' })).dkim).toMatchObject({ verdict: 'warn' })
})

test.each([
  ['a policy of none', { '_dmarc.acme.example': { txt: ['v=DMARC1; p=none'] } }, 'good', 'take no action'],
  ['that of the parent', { '_dmarc.example.org': { txt: ['v=DMARC1; p=reject'] } }, 'good', 'rejected'],
  [
    'no policy',
    { '_dmarc.mail.example.org': { txt: ['v=DMARC1; rua=mailto:x@example.org'] } },
    'bad',
    'has no policy',
  ],
  [
    'two records',
    { '_dmarc.mail.example.org': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } },
    'bad',
    'several',
  ],
])('DMARC with %s', async (name, zone, verdict, words) => {
  const domain = name === 'a policy of none' ? 'acme.example' : 'mail.example.org'
  const found = (await check(zone, { domain })).dmarc
  expect([found.verdict, found.text]).toEqual([verdict, expect.stringContaining(words)])
})

test('reports a domain that accepts no mail', async () => {
  expect((await check({ 'acme.example': { mx: [''] } })).mx).toMatchObject({
    verdict: 'bad',
    text: expect.stringContaining('no email at all'),
  })
})

const ACME = 'Acme.example'
const mx = (...servers: string[]): Zone => ({ 'acme.example': { mx: servers } })

test.each<[string, Zone, string, DomainMail]>([
  ['a mail server', mx('mx.acme.example'), ACME, { takesEmail: true, service: 'other' }],
  [
    'no mail server but an address',
    { 'acme.example': { a: ['192.0.2.1'] } },
    ACME,
    { takesEmail: true, service: 'other' },
  ],
  [
    'a null MX',
    { 'acme.example': { mx: [''], a: ['192.0.2.1'] } },
    ACME,
    { takesEmail: false, service: 'other' },
  ],
  ['neither', { 'acme.example': { txt: ['v=spf1 -all'] } }, ACME, { takesEmail: false, service: 'other' }],
  ['no such name', {}, ACME, { takesEmail: false, service: 'other' }],
  [
    'Google',
    mx('ASPMX.l.google.com', 'alt1.aspmx.l.google.com'),
    ACME,
    { takesEmail: true, service: 'google' },
  ],
  [
    'Microsoft',
    mx('acme-example.mail.protection.outlook.com'),
    ACME,
    { takesEmail: true, service: 'microsoft' },
  ],
  [
    'Microsoft with DNSSEC',
    mx('acme-example.a-v1.mx.microsoft'),
    ACME,
    { takesEmail: true, service: 'microsoft' },
  ],
  [
    'a filter before Google',
    mx('mx1.filter.example', 'aspmx.l.google.com'),
    ACME,
    { takesEmail: true, service: 'other' },
  ],
  ['a name that only looks so', mx('mx.notgoogle.com'), ACME, { takesEmail: true, service: 'other' }],
  ['a free-mail domain of Google', {}, 'GMAIL.com', { takesEmail: true, service: 'google' }],
  ['a free-mail domain of Microsoft', {}, 'hotmail.co.uk', { takesEmail: true, service: 'microsoft' }],
])('who takes the email of a domain: %s', async (_, zone, domain, mail) => {
  const server = await startNameServer(zone, false)
  open.push(server)
  expect(await createDomainNames(server.address, 150).mailOf(domain)).toEqual(mail)
})

test('says nothing about a domain whose name servers do not answer', async () => {
  const server = await startNameServer({}, true)
  open.push(server)
  expect(await createDomainNames(server.address, 150).mailOf(ACME)).toBeNull()
})
