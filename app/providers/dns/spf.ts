import type { Lookup } from './lookup'
import type { DnsFinding, MailService } from './types'

/** Look-ups that a receiver makes for one record at most (RFC 7208, section 4.6.4). */
const MOST_LOOKUPS = 10
const GOOGLE = '_spf.google.com'

const isSpf = (text: string) => /^v=spf1( |$)/i.test(text)

/** SPF (RFC 7208): which servers may send for the domain. */
export async function checkSpf(lookup: Lookup, domain: string, service: MailService): Promise<DnsFinding> {
  const finding = (
    verdict: DnsFinding['verdict'],
    text: string,
    advice: string | null = null,
    record: string | null = null,
  ) => ({ check: 'spf', verdict, text, advice, record }) as const
  const wanted =
    service === 'google' ? `v=spf1 include:${GOOGLE} ~all` : 'v=spf1 include:<your mail provider> ~all'
  const found = (await lookup.txt(domain))?.filter(isSpf)
  if (!found) return finding('unknown', 'Nobody answered when we asked for the SPF record.')
  if (found.length === 0)
    return finding(
      'bad',
      'There is no SPF record: receivers cannot tell that your mail provider may send for this domain.',
      `Add a TXT record to ${domain} with the text: ${wanted}`,
    )
  const record = found[0]!
  if (found.length > 1)
    return finding(
      'bad',
      `There are ${found.length} SPF records; receivers then take none of them.`,
      'Keep one TXT record that begins with v=spf1, and put what the others include into it.',
      found.join('\n'),
    )
  const all = /(?:^|\s)([+?~-]?)all(?:\s|$)/i.exec(record)
  if (all && (all[1] === '+' || all[1] === ''))
    return finding(
      'bad',
      'The record allows every server in the world to send for this domain.',
      'End the record with ~all or -all.',
      record,
    )
  const reach = await follow(lookup, domain, record)
  if (reach.lookups > MOST_LOOKUPS)
    return finding(
      'bad',
      `Receivers would need ${reach.lookups} look-ups for it, and give up after ${MOST_LOOKUPS}.`,
      'Remove the services that you no longer send with.',
      record,
    )
  if (service === 'google' && !reach.names.has(GOOGLE))
    return finding(
      'bad',
      'Google is not among those who may send for this domain.',
      `Add include:${GOOGLE} to the record, before its end.`,
      record,
    )
  if (!all && !/\sredirect=/i.test(record))
    return finding(
      'warn',
      'The record does not say what is to become of mail from other servers.',
      'End the record with ~all or -all.',
      record,
    )
  if (all?.[1] === '?')
    return finding(
      'warn',
      'The record says nothing about mail from other servers (?all).',
      'End the record with ~all or -all.',
      record,
    )
  return finding('good', 'The domain says which servers may send for it.', null, record)
}

/** The names that a record includes, and the look-ups that it costs; no further than receivers go. */
async function follow(lookup: Lookup, domain: string, record: string) {
  const names = new Set<string>()
  let lookups = 0
  const queue = [{ domain, record }]
  for (let next = queue.shift(); next && lookups <= MOST_LOOKUPS; next = queue.shift()) {
    for (const term of next.record.split(/\s+/).slice(1)) {
      const [, mechanism, value] =
        /^[+?~-]?(include|redirect|a|mx|ptr|exists)(?:[:=/](.*))?$/i.exec(term) ?? []
      if (!mechanism) continue
      lookups++
      if (!/^(include|redirect)$/i.test(mechanism) || !value) continue
      const name = value.toLowerCase()
      if (names.has(name) || lookups > MOST_LOOKUPS) continue
      names.add(name)
      const inner = (await lookup.txt(name))?.find(isSpf)
      if (inner) queue.push({ domain: name, record: inner })
    }
  }
  return { names, lookups }
}
