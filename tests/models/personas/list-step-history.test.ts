import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import { readTimeline } from '~/models/contacts/timeline/timeline.server'
import { loadPath } from '~/models/sequences/members/members.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { scanDue } from '../../support/sending'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const days = (n: number) => new Date(DUE.getTime() + n * 86_400_000)

test('shows steps without emails in the path, a list step once with its list', async () => {
  const { db, userId } = outreach
  const target = await outreach.makeList('Warm leads')
  const { id } = await outreach.makeSequence({ name: 'First contact' })
  const mail = await outreach.makeStep(id)
  const wait = await outreach.makeStep(id, { stepType: 'wait', waitValue: 1, waitUnit: 'days' })
  const add = await outreach.makeStep(id, {
    stepType: 'add_to_persona',
    personaId: target.id,
    name: 'Keep warm',
  })
  const mailbox = await addSmtp(db, userId, NOW)
  await updateSequence(db, userId, id, { mailboxIds: [mailbox] }, NOW)
  const source = await outreach.makeList('Source')
  const [contactId] = await outreach.makeMembers(source.id, 1)
  await linkPersona(db, userId, id, source.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  for (let day = 1; day <= 6; day++)
    while ((await scanDue(db, days(day), days(day), secrets)) > 0) {
      // Until nothing more is due.
    }
  const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
  expect((await loadPath(db, id, row!.id, 'UTC')).steps).toEqual([mail.id, wait.id, add.id])

  const { rows } = await readTimeline(db, userId, contactId!, { limit: 100 }, 'UTC')
  expect(rows.filter(({ link }) => link?.label === 'Warm leads')).toMatchObject([
    {
      text: 'Keep warm of First contact added the contact to an email list.',
      link: { kind: 'list', ids: [target.id] },
    },
  ])
  expect(rows.filter(({ text }) => text === 'Joined an email list.').map(({ link }) => link?.label)).toEqual([
    'Source',
  ])
})
