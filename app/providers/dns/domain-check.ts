import { DNS_CHECK_MS } from '~/providers/net/budget'
import { checkDkim } from './dkim'
import { createLookup, type Lookup, lookupWithin } from './lookup'
import { checkSpf } from './spf'
import type { DnsFinding, DomainNames, MailService } from './types'

/** Domains of public email services, with who runs them: they manage the records. */
const SHARED: [service: MailService, domain: RegExp][] = [
  ['google', /^(gmail|googlemail)\.[a-z.]+$/],
  ['microsoft', /^(outlook|hotmail|live|msn)\.[a-z.]+$/],
  ['other', /^(yahoo|aol|icloud|gmx|proton)\.[a-z.]+$|^(proton|pm)\.me$/],
]

const sharedService = (domain: string): MailService | undefined =>
  SHARED.find(([, names]) => names.test(domain))?.[0]

/** Looks up the records over real DNS. @param server a resolver, as in `Env.dnsServer` */
export function createDomainNames(server?: string, timeoutMs?: number, totalMs = DNS_CHECK_MS): DomainNames {
  const resolver = createLookup(server, timeoutMs)
  return {
    async check(domain, service) {
      const name = domain.toLowerCase()
      if (sharedService(name)) return (['mx', 'spf', 'dkim', 'dmarc'] as const).map(sharedFinding)
      const lookup = lookupWithin(resolver, totalMs)
      return Promise.all([
        checkMx(lookup, name),
        checkSpf(lookup, name, service),
        checkDkim(lookup, name, service),
        checkDmarc(lookup, name),
      ])
    },
    async mailOf(domain) {
      const name = domain.toLowerCase()
      const shared = sharedService(name)
      if (shared) return { takesEmail: true, service: shared }
      const lookup = lookupWithin(resolver, totalMs)
      const servers = await lookup.mx(name)
      if (servers && servers.length > 0)
        return { takesEmail: !isNullMx(servers), service: serviceOf(servers[0]!) }
      const addresses = servers && (await lookup.addresses(name))
      return addresses && { takesEmail: addresses.length > 0, service: 'other' }
    },
  }
}

const sharedFinding = (check: DnsFinding['check']): DnsFinding => ({
  check,
  verdict: 'good',
  text: 'Your email provider manages this domain.',
  advice: null,
  record: null,
})

/** The names of the mail servers that Google and Microsoft give to their customers' domains and to their own. */
const SERVERS: [service: MailService, name: RegExp][] = [
  ['google', /\.(google|googlemail)\.com$/],
  ['microsoft', /\.(outlook\.com|mx\.microsoft)$/],
]

const serviceOf = (server: string): MailService =>
  SERVERS.find(([, name]) => name.test(server.toLowerCase()))?.[0] ?? 'other'

const isNullMx = (servers: string[]) => servers.every((server) => server === '' || server === '.')

/** MX (RFC 5321, section 5): whether replies and bounces can arrive. */
async function checkMx(lookup: Lookup, domain: string): Promise<DnsFinding> {
  const finding = (
    verdict: DnsFinding['verdict'],
    text: string,
    advice: string | null,
    record: string | null = null,
  ) => ({ check: 'mx', verdict, text, advice, record }) as const
  const servers = await lookup.mx(domain)
  if (!servers)
    return finding('unknown', 'The mail servers could not be looked up: no name server answered.', null)
  const shown = servers.join('\n')
  if (servers.length === 0)
    return finding(
      'bad',
      'The domain has no mail server: replies and bounces cannot arrive.',
      'Add the MX records that your email provider lists.',
    )
  if (isNullMx(servers))
    return finding(
      'bad',
      'The domain is set to accept no email at all (null MX).',
      'Replace the MX record with those of your email provider.',
      shown,
    )
  return finding('good', 'Replies and bounces can arrive.', null, shown)
}

const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text)

/** DMARC (RFC 7489): what receivers do with messages that fail the other checks. A domain without a record inherits its parent's. */
async function checkDmarc(lookup: Lookup, domain: string): Promise<DnsFinding> {
  const finding = (
    verdict: DnsFinding['verdict'],
    text: string,
    advice: string | null,
    record: string | null = null,
  ) => ({ check: 'dmarc', verdict, text, advice, record }) as const
  const labels = domain.split('.')
  for (let from = 0; from <= Math.max(0, labels.length - 2); from++) {
    const name = `_dmarc.${labels.slice(from).join('.')}`
    const found = (await lookup.txt(name))?.filter(isDmarc)
    if (!found)
      return finding('unknown', 'The DMARC record could not be looked up: no name server answered.', null)
    if (found.length === 0) continue
    const record = found[0]!
    const shown = `${name}: ${record}`
    if (found.length > 1)
      return finding(
        'bad',
        'There are several DMARC records, so receivers ignore all of them.',
        `Keep one TXT record at ${name}.`,
        found.join('\n'),
      )
    const policy = /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase()
    if (policy === 'quarantine' || policy === 'reject')
      return finding(
        'good',
        `Email that fails the checks is ${policy === 'reject' ? 'rejected' : 'quarantined'}.`,
        null,
        shown,
      )
    if (policy === 'none')
      return finding(
        'good',
        'The DMARC record asks receivers to take no action (p=none).',
        'Once all your email passes the checks, change it to p=quarantine to protect the domain against misuse.',
        shown,
      )
    return finding('bad', 'The DMARC record has no policy.', 'Start the record with v=DMARC1; p=none', shown)
  }
  return finding(
    'bad',
    'There is no DMARC record. Gmail and Yahoo require one from bulk senders.',
    `Add a TXT record to _dmarc.${domain} with the text: v=DMARC1; p=none`,
  )
}
