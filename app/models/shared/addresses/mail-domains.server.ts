import { and, inArray, lt, sql } from 'drizzle-orm'
import { mailDomains } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { DomainNames } from '~/providers/dns/types'

/** How long an answer counts. */
const FRESH_DAYS = 30
const DAY_MS = 86_400_000
const AT_ONCE = 20

const staleBefore = (now: Date) => new Date(now.getTime() - FRESH_DAYS * DAY_MS)

/** The domain of contact `c` (the alias in the query). */
export const CONTACT_DOMAIN = sql`split_part(lower(c.email), '@', -1)`

/**
 * Asks DNS who takes the email of domains, and stores the answers. Domains with a fresh answer are not asked for again.
 * @param silentMs how long a domain is left alone for which no name server answered
 */
export async function lookUpMailDomains(
  db: Db,
  names: DomainNames,
  domains: string[],
  now: Date,
  silentMs = 0,
): Promise<void> {
  const found = await lookUp(names, await withoutAnswer(db, domains, now, silentMs))
  if (found.length === 0) return
  await db
    .insert(mailDomains)
    .values(found.map((row) => ({ ...row, lookedUpAt: now })))
    .onConflictDoUpdate({
      target: mailDomains.domain,
      set: {
        takesEmail: sql`excluded.takes_email`,
        service: sql`excluded.service`,
        lookedUpAt: sql`excluded.looked_up_at`,
      },
    })
}

/** The domains that have no fresh answer. */
async function withoutAnswer(db: Db, domains: string[], now: Date, silentMs: number): Promise<string[]> {
  const isFresh = sql`${mailDomains.lookedUpAt} >= ${staleBefore(now).toISOString()}::timestamptz`
  const isSilent = sql`${mailDomains.lookedUpAt} > ${new Date(now.getTime() - silentMs).toISOString()}::timestamptz`
  const fresh = await db
    .select({ domain: mailDomains.domain })
    .from(mailDomains)
    .where(
      and(
        inArray(mailDomains.domain, domains),
        sql`((${mailDomains.service} is not null and ${isFresh}) or (${mailDomains.takesEmail} is null and ${isSilent}))`,
      ),
    )
  const known = new Set(fresh.map(({ domain }) => domain))
  return domains.filter((domain) => !known.has(domain))
}

async function lookUp(names: DomainNames, domains: string[]) {
  const found: Pick<typeof mailDomains.$inferInsert, 'domain' | 'takesEmail' | 'service'>[] = []
  for (let from = 0; from < domains.length; from += AT_ONCE) {
    const some = domains.slice(from, from + AT_ONCE)
    const answers = await Promise.all(some.map((domain) => names.mailOf(domain)))
    found.push(
      ...some.map((domain, index) => {
        const { takesEmail, service } = answers[index] ?? { takesEmail: null, service: null }
        return { domain, takesEmail, service }
      }),
    )
  }
  return found
}

/** Deletes answers that no longer count. */
export async function deleteOldMailDomains(db: Db, now: Date): Promise<void> {
  await db.delete(mailDomains).where(lt(mailDomains.lookedUpAt, staleBefore(now)))
}
