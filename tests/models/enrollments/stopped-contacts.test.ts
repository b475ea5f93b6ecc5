import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts, sequenceContacts } from '#drizzle/schema'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

test.each(['unsubscribed', 'suppressed', 'hardBounced'] as const)(
  'a contact who is %s is skipped for this reason, and the others are enrolled',
  async (stop) => {
    const { db, userId } = outreach
    const sequence = await outreach.makeSequence()
    const list = await outreach.makeList(stop)
    const [stopped, other] = await outreach.makeMembers(list.id, 2)
    await db
      .update(contacts)
      .set({ [stop]: true })
      .where(eq(contacts.id, stopped!))
    expect(await enrollContacts(db, userId, sequence.id, [stopped!, other!], NOW, secrets)).toMatchObject({
      enrolled: 1,
      skipped: 1,
      reasons: { [stop]: 1 },
    })
    const rows = await db
      .select({ contactId: sequenceContacts.contactId })
      .from(sequenceContacts)
      .where(eq(sequenceContacts.sequenceId, sequence.id))
    expect(rows).toEqual([{ contactId: other }])
  },
)
