import { createPublicKey } from 'node:crypto'
import type { Lookup } from './lookup'
import type { DnsFinding, MailService } from './types'

/** The sender chooses the names of DKIM keys, and they cannot be listed: these are the ones that common providers use. */
const SELECTORS = {
  google: ['google'],
  // learn.microsoft.com/defender-office-365/email-authentication-dkim-configure
  microsoft: ['selector1', 'selector2'],
  other: [
    ...['default', 'dkim', 'mail', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3', 'key1', 'key2'],
    ...['fm1', 'fm2', 'fm3', 'protonmail', 'protonmail2', 'zoho', 'zmail', 'mx', 'smtp', 'google', 'sig1'],
  ],
}

/** What a domain without a key hears. */
const WITHOUT_KEY: Record<MailService, ['bad' | 'warn', string, string]> = {
  google: [
    'bad',
    'No DKIM key found under the name that Google uses (google._domainkey).',
    'In the Google Admin console, under Apps, Google Workspace, Gmail, Authenticate email: generate a 2048-bit key, add its TXT record, and start authentication.',
  ],
  microsoft: [
    'bad',
    'No DKIM key found under the names that Microsoft uses (selector1._domainkey, selector2._domainkey).',
    'In the Microsoft Defender portal, under Email & collaboration, Policies & rules, Threat policies, Email authentication settings, DKIM: choose the domain, add its two CNAME records, and turn on signing.',
  ],
  other: [
    'warn',
    'No DKIM key found under the usual names. Yours may have another name.',
    'Check in your email provider’s settings that DKIM is on for this domain, and add the record shown there.',
  ],
}

/** The fewest bits that receivers accept (RFC 8301, section 3.2), and the recommended number. */
const LEAST_BITS = 1024
const GOOD_BITS = 2048

/** DKIM (RFC 6376): whether the public key for the messages' signatures is published. */
export async function checkDkim(lookup: Lookup, domain: string, service: MailService): Promise<DnsFinding> {
  const finding = (
    verdict: DnsFinding['verdict'],
    text: string,
    advice: string | null = null,
    record: string | null = null,
  ) => ({ check: 'dkim', verdict, text, advice, record }) as const
  const asked = await Promise.all(
    SELECTORS[service].map(async (selector) => ({
      name: `${selector}._domainkey.${domain}`,
      texts: await lookup.txt(`${selector}._domainkey.${domain}`),
    })),
  )
  if (asked.every(({ texts }) => texts === null))
    return finding('unknown', 'The DKIM key could not be looked up: no name server answered.')
  const found = asked.flatMap(({ name, texts }) => {
    const record = texts?.find((text) => /(^|;)\s*p=/i.test(text))
    return record === undefined ? [] : [{ name, record }]
  })
  if (found.length === 0) return finding(...WITHOUT_KEY[service])
  const { name, record } = found[0]!
  const key = /(?:^|;)\s*p=([^;]*)/i.exec(record)![1]!.replace(/\s+/g, '')
  const shown = `${name}: ${record}`
  if (!key)
    return finding(
      'bad',
      'The DKIM key was revoked: the record exists, but has no key.',
      'Turn DKIM on again at your email provider.',
      shown,
    )
  const bits = /k=ed25519/i.test(record) ? GOOD_BITS : bitsOf(key)
  if (bits === null)
    return finding(
      'bad',
      'The DKIM key cannot be read.',
      'Copy the whole record from your email provider again.',
      shown,
    )
  if (bits < LEAST_BITS)
    return finding(
      'bad',
      `The DKIM key has ${bits} bits; receivers reject keys below ${LEAST_BITS} bits.`,
      `Generate a ${GOOD_BITS}-bit key.`,
      shown,
    )
  if (bits < GOOD_BITS)
    return finding('warn', `The DKIM key has ${bits} bits.`, `A ${GOOD_BITS}-bit key is recommended.`, shown)
  return finding('good', 'A DKIM key is published.', null, shown)
}

function bitsOf(base64: string): number | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.modulusLength ?? null
  } catch {
    return null
  }
}
