import type { Lookup } from './lookup'
import type { DnsFinding, MailService } from './types'

/** The most lookups that a receiver makes for one record (RFC 7208, section 4.6.4). */
const MAX_LOOKUPS = 10
/** The names that the services want to be included (support.google.com/a/answer/10684623, learn.microsoft.com/defender-office-365). */
const INCLUDES: Record<MailService, { by: string; include: string } | null> = {
  google: { by: 'Google', include: '_spf.google.com' },
  microsoft: { by: 'Microsoft', include: 'spf.protection.outlook.com' },
  other: null,
}

const isSpf = (text: string) => /^v=spf1( |$)/i.test(text)

/** SPF (RFC 7208): which servers may send for the domain. */
export async function checkSpf(lookup: Lookup, domain: string, service: MailService): Promise<DnsFinding> {
  const finding = (
    verdict: DnsFinding['verdict'],
    text: string,
    advice: string | null = null,
    record: string | null = null,
  ) => ({ check: 'spf', verdict, text, advice, record }) as const
  const known = INCLUDES[service]
  const wanted = `v=spf1 include:${known?.include ?? '<your email provider>'} ~all`
  const found = (await lookup.txt(domain))?.filter(isSpf)
  if (!found) return finding('unknown', 'The SPF record could not be looked up: no name server answered.')
  if (found.length === 0)
    return finding(
      'bad',
      'There is no SPF record: receivers cannot verify that your email provider may send for this domain.',
      `Add a TXT record to ${domain} with the text: ${wanted}`,
    )
  const record = found[0]!
  if (found.length > 1)
    return finding(
      'bad',
      `There are ${found.length} SPF records, so receivers ignore all of them.`,
      'Keep one TXT record that starts with v=spf1, and move the includes of the others into it.',
      found.join('\n'),
    )
  const all = /(?:^|\s)([+?~-]?)all(?:\s|$)/i.exec(record)
  if (all && (all[1] === '+' || all[1] === ''))
    return finding(
      'bad',
      'The record allows any server to send for this domain.',
      'End the record with ~all or -all.',
      record,
    )
  const reach = await follow(lookup, domain, record)
  if (reach.lookups > MAX_LOOKUPS)
    return finding(
      'bad',
      `The record needs ${reach.lookups} DNS lookups, and receivers give up after ${MAX_LOOKUPS}.`,
      'Remove the services that you no longer use to send email.',
      record,
    )
  if (known && !reach.names.has(known.include))
    return finding(
      'bad',
      `The record does not allow ${known.by} to send for this domain.`,
      `Add include:${known.include} to the record, before its end.`,
      record,
    )
  if (!all && !/\sredirect=/i.test(record))
    return finding(
      'warn',
      'The record does not say how to treat email from other servers.',
      'End the record with ~all or -all.',
      record,
    )
  if (all?.[1] === '?')
    return finding(
      'warn',
      'The record is neutral about email from other servers (?all).',
      'End the record with ~all or -all.',
      record,
    )
  return finding('good', 'The domain lists the servers that may send for it.', null, record)
}

/** Collects the names that a record includes, and the lookups that it costs, up to the receivers' limit. */
async function follow(lookup: Lookup, domain: string, record: string) {
  const names = new Set<string>()
  let lookups = 0
  const queue = [{ domain, record }]
  for (let next = queue.shift(); next && lookups <= MAX_LOOKUPS; next = queue.shift()) {
    for (const term of next.record.split(/\s+/).slice(1)) {
      const [, mechanism, value] =
        /^[+?~-]?(include|redirect|a|mx|ptr|exists)(?:[:=/](.*))?$/i.exec(term) ?? []
      if (!mechanism) continue
      lookups++
      if (!/^(include|redirect)$/i.test(mechanism) || !value) continue
      const name = value.toLowerCase()
      if (names.has(name) || lookups > MAX_LOOKUPS) continue
      names.add(name)
      const inner = (await lookup.txt(name))?.find(isSpf)
      if (inner) queue.push({ domain: name, record: inner })
    }
  }
  return { names, lookups }
}
