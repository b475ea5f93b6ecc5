import { and, inArray } from 'drizzle-orm'
import { mailAccounts, mailboxDays, mailboxPaces } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { ForecastMailbox } from '~/engine/forecast'
import { limitOf } from '~/models/mailboxes/sending-limit.server'
import { intervalOf } from '~/models/shared/mailboxes/kinds'
import { isOwned } from '~/models/shared/mailboxes/owner.server'

/** The mailboxes by the account whose limit they share, including other users' mailboxes of the same account. */
export async function loadMailboxes(db: Db, ids: string[]) {
  const keyOf = new Map<string, string>()
  const mailboxes = new Map<string, ForecastMailbox>()
  if (ids.length === 0) return { mailboxes, keyOf }
  const own = await db.select().from(mailAccounts).where(inArray(mailAccounts.id, ids))
  const keys = [...new Set(own.map((mailbox) => mailbox.accountKey))]
  const sharers = await db
    .select()
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.accountKey, keys), isOwned))
  const days = await db.select().from(mailboxDays).where(inArray(mailboxDays.accountKey, keys))
  const paces = await db.select().from(mailboxPaces).where(inArray(mailboxPaces.accountKey, keys))
  for (const mailbox of sharers) keyOf.set(mailbox.id, mailbox.accountKey)
  for (const key of keys) {
    const mailbox = own.find((candidate) => candidate.accountKey === key)!
    const sharing = sharers.filter((sharer) => sharer.accountKey === key)
    mailboxes.set(key, {
      zone: mailbox.timezone,
      limitOn: (at) => Math.min(...sharing.map((candidate) => limitOf(candidate, at))),
      used: Object.fromEntries(
        days.filter((day) => day.accountKey === key).map(({ day, used }) => [day, used]),
      ),
      lastSlotAt: paces.find((pace) => pace.accountKey === key)?.lastSlotAt ?? null,
      intervalSeconds: intervalOf(mailbox),
    })
  }
  return { mailboxes, keyOf }
}
