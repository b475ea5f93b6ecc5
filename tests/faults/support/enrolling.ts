import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { addSmtp } from '../../support/mailing'
import { NOW, openOutreach } from '../../support/outreach'

export type Enrolling = Awaited<ReturnType<typeof openEnrolling>>

/** Test data with a mailbox and sequences of two steps. */
export async function openEnrolling() {
  const outreach = await openOutreach()
  const { db, userId } = outreach
  const mailboxId = await addSmtp(db, userId, NOW)
  return {
    outreach,
    db,
    userId,
    mailboxId,
    async openSequence(fields: Record<string, unknown> = {}) {
      const { id } = await outreach.makeSequence()
      for (const sendHour of [9, 10]) await outreach.makeStep(id, { sendHour, reactionWindowHours: 1 })
      await updateSequence(db, userId, id, { mailboxIds: [mailboxId], ...fields }, NOW)
      return id
    },
    enrolled: (sequenceId: string) =>
      db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId)),
    check: () => check(db),
  }
}

/** What must hold of every sequence at any time. */
async function check(db: Db): Promise<void> {
  const [wrong] = await db.execute<Record<string, number>>(sql`select
    (select count(*)::int from (select 1 from sequence_contacts group by sequence_id, address_hash having count(*) > 1) d) as twice,
    (select count(*)::int from (select 1 from sequence_contacts where contact_id is not null
      group by sequence_id, contact_id having count(*) > 1) d) as "contactTwice",
    (select count(*)::int from sequence_contacts where status = 'active' and next_action_at is null and hold_reason is null) as stuck,
    (select count(*)::int from sequence_contacts where status = 'active' and contact_id is null) as orphans,
    (select count(*)::int from sequence_contacts where status <> 'active' and next_action_at is not null) as woken,
    (select count(*)::int from email_sends s where s.state in ('scheduled', 'claimed') and not exists
      (select 1 from sequence_contacts e where e.id = s.sequence_contact_id and e.status = 'active')) as "mailsOfNobody",
    (select count(*)::int from sequences q where total_contacts <> (select count(*) from sequence_contacts e
      where e.sequence_id = q.id and e.hold_reason is distinct from 'sequence_full')) as miscounted`)
  expect(wrong).toEqual({
    ...{ twice: 0, contactTwice: 0, stuck: 0, orphans: 0, woken: 0, mailsOfNobody: 0, miscounted: 0 },
  })
}
