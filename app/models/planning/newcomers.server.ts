import { inArray } from 'drizzle-orm'
import { contacts, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { newEnrollment, startEnrollment } from '~/engine/events'
import type { ForecastEnrollment } from '~/engine/forecast'
import type { SequencePlan, Snapshot } from '~/engine/types'
import type { ContactPlace } from '~/models/enrollments/contact-zone.server'
import { loadSenderChoice, type SequenceSenders } from '~/models/enrollments/mailbox.server'
import { loadOtherSequences } from '~/models/enrollments/other-sequence.server'
import { loadPressure } from '~/models/enrollments/pressure.server'
import { loadNotOpenLimit } from '~/models/enrollments/snapshot.server'
import { membersToEnroll } from '~/models/sequences/run.server'
import { domainOf, suppressedDomains } from '~/models/suppressions/suppression.server'

/** Contacts in the linked lists that an activation would enroll now. */
export async function contactsToEnroll(
  db: Db,
  userId: string,
  sequence: SequenceSenders,
  planIn: (place: ContactPlace) => SequencePlan,
  limit: number,
  now: Date,
): Promise<ForecastEnrollment[]> {
  const { ids } = await membersToEnroll(db, sequence.id, undefined, limit)
  if (ids.length === 0) return []
  const rows = await db
    .select({
      ...{ id: contacts.id, email: contacts.email, streak: contacts.notOpenedStreak },
      ...{ timezone: contacts.timezone, state: contacts.state, country: contacts.country },
    })
    .from(contacts)
    .where(inArray(contacts.id, ids))
  const blocked = await suppressedDomains(db, userId, [...new Set(rows.map((row) => domainOf(row.email)))])
  const maxNotOpens = await loadNotOpenLimit(db, userId)
  const { senders, senderOf } = await loadSenderChoice(db, sequence, ids)
  const mailboxes = await db
    .select({ id: mailAccounts.id, status: mailAccounts.status })
    .from(mailAccounts)
    .where(
      inArray(
        mailAccounts.id,
        senders.map(({ id }) => id),
      ),
    )
  const statusOf = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox.status]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pressures = await loadPressure(db, sequence.id, ids)
  const others = await loadOtherSequences(db, userId, ids)
  return ids.flatMap((id) => {
    const row = byId.get(id)!
    if (blocked.has(domainOf(row.email))) return []
    const mailboxKey = senderOf(id)?.mailboxId ?? null
    const status = mailboxKey ? statusOf.get(mailboxKey) : undefined
    const snapshot: Snapshot = {
      plan: planIn(row),
      enrollment: newEnrollment(id, now),
      facts: {
        contact: {
          unsubscribed: false,
          suppressed: false,
          hardBounced: false,
          domainSuppressed: false,
          notOpenedStreak: row.streak,
          maxNotOpens,
        },
        mailbox: status ? { connected: status === 'connected', canRead: true, lastSyncEndedAt: now } : null,
        lastSend: null,
        pendingSend: null,
        pressure: pressures.get(id) ?? null,
        otherSequence: others.get(id) ?? null,
      },
      now,
    }
    return [
      {
        snapshot: { ...snapshot, enrollment: startEnrollment(snapshot).enrollment },
        contactKey: id,
        mailboxKey,
      },
    ]
  })
}
