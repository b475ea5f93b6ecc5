import { createPublicKey } from 'node:crypto'
import type { Lookup } from './lookup'
import type { DnsFinding, MailService } from './types'

/** Keys have names of the sender's choice that cannot be listed: these are what the usual providers choose. */
const SELECTORS = {
  google: ['google'],
  other: [
    ...['default', 'dkim', 'mail', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3', 'key1', 'key2'],
    ...['fm1', 'fm2', 'fm3', 'protonmail', 'protonmail2', 'zoho', 'zmail', 'mx', 'smtp', 'google', 'sig1'],
  ],
}

/** Bits that receivers ask for at least (RFC 8301, section 3.2), and those that they advise. */
const LEAST_BITS = 1024
const GOOD_BITS = 2048

/** DKIM (RFC 6376): whether a key is published that the mails' signatures can be checked with. */
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
    return finding('unknown', 'Nobody answered when we asked for the DKIM key.')
  const found = asked.flatMap(({ name, texts }) => {
    const record = texts?.find((text) => /(^|;)\s*p=/i.test(text))
    return record === undefined ? [] : [{ name, record }]
  })
  if (found.length === 0) {
    return service === 'google'
      ? finding(
          'bad',
          'There is no DKIM key under the name that Google uses (google._domainkey).',
          'In the Google Admin console, under Apps, Google Workspace, Gmail, Authenticate email: generate a key of 2048 bits, add its TXT record, and start authentication.',
        )
      : finding(
          'warn',
          'We found no DKIM key under the usual names. Yours may have another name.',
          'Look in the settings of your mail provider whether DKIM is on for this domain, and add the record that it shows.',
        )
  }
  const { name, record } = found[0]!
  const key = /(?:^|;)\s*p=([^;]*)/i.exec(record)![1]!.replace(/\s+/g, '')
  const shown = `${name}: ${record}`
  if (!key)
    return finding(
      'bad',
      'The DKIM key was withdrawn: the record is there, without a key.',
      'Turn DKIM on again at your mail provider.',
      shown,
    )
  const bits = /k=ed25519/i.test(record) ? GOOD_BITS : bitsOf(key)
  if (bits === null)
    return finding(
      'bad',
      'The DKIM key cannot be read.',
      'Copy the record from your mail provider once more, whole.',
      shown,
    )
  if (bits < LEAST_BITS)
    return finding(
      'bad',
      `The DKIM key has ${bits} bits; receivers take none below ${LEAST_BITS}.`,
      `Make a key of ${GOOD_BITS} bits.`,
      shown,
    )
  if (bits < GOOD_BITS)
    return finding('warn', `The DKIM key has ${bits} bits.`, `A key of ${GOOD_BITS} bits is advised.`, shown)
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
