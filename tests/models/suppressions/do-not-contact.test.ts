import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NewContact } from '~/models/contacts/contact'
import { createContact, getContact } from '~/models/contacts/contact.server'
import { addStops, getStop, listStops, removeStop, stopListed } from '~/models/contacts/do-not-contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { listEnrollments } from '~/models/sequences/members/contact-enrollments.server'
import { activateSequence } from '~/models/sequences/run.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence, updateSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep } from '~/models/sequences/step.server'
import { type Listed, ListForm, MAX_AT_ONCE, readListed } from '~/models/suppressions/do-not-contact'
import { createTemplate } from '~/models/templates/template.server'
import { addSmtp, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db } = outreach)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  userId = await outreach.makeUser(`${crypto.randomUUID()}@example.com`)
  mailboxId = await addSmtp(db, userId, NOW)
})

const NONE: Listed = { addresses: [], domains: [] }
const add = (listed: Partial<Listed>) => addStops(db, userId, { ...NONE, ...listed }, NOW, secrets)
const all = async () => (await listStops(db, userId, { limit: 1000 })).rows
const make = async (email: string) =>
  (await createContact(db, userId, NewContact.parse({ email }), NOW, secrets)).id

describe('pasted entries', () => {
  test('are split at lines, blanks, commas and semicolons, without repeats', () => {
    expect(
      readListed(
        ' Ann@People.example,bo@people.example;\n@Rival.example *@rival.example\r\n<cy@x.example> sub.rival.example',
      ),
    ).toEqual({
      addresses: ['ann@people.example', 'bo@people.example', 'cy@x.example'],
      domains: ['rival.example', 'sub.rival.example'],
      wrong: [],
    })
  })

  test('are refused with the invalid entries named', () => {
    const said = (entries: string) => ListForm.safeParse({ entries }).error?.issues[0]?.message
    expect(said('ann@people.example nonsense @ a@b@c')).toBe('Not an address or a domain: nonsense, @, a@b@c')
    expect(said('1 2 3 4 5 6 7')).toBe('Not an address or a domain: 1, 2, 3, 4, 5 and 2 more')
    expect(said('  ')).toBe('Enter at least one address or domain')
    const many = Array.from({ length: MAX_AT_ONCE + 1 }, (_, i) => `p${i}@x.example`).join('\n')
    expect(said(many)).toBe('At most 5,000 at once')
  })
})

describe('the do-not-contact list', () => {
  test('lists addresses and domains once, newest first, in pages', async () => {
    expect(await add({ addresses: ['a@x.example', 'b@x.example'], domains: ['rival.example'] })).toEqual({
      added: 3,
    })
    expect(await add({ addresses: ['b@x.example', 'c@x.example'], domains: ['rival.example'] })).toEqual({
      added: 1,
    })
    const rows = await all()
    expect(rows.map((row) => row.address ?? row.domain).sort()).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
      'rival.example',
    ])
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listStops(db, userId, { limit: 1, cursor })
      seen.push(...page.rows.map((row) => row.id))
      if (!page.cursor) break
      cursor = page.cursor
    }
    expect(seen).toEqual(rows.map((row) => row.id))
    expect((await listStops(db, outreach.strangerId, { limit: 9 })).rows).toEqual([])
  })

  test('suppresses existing and later contacts', async () => {
    const before = await make('before@x.example')
    await add({ addresses: ['before@x.example', 'after@x.example'] })
    const after = await make('After@X.example')
    for (const id of [before, after])
      expect(await getContact(db, userId, id)).toMatchObject({ suppressed: true })
  })

  test('ends enrollments and sends of an address and of a domain', async () => {
    const ids = [await make('one@x.example'), await make('two@rival.example'), await make('three@y.example')]
    const { templateId } = await ownTemplate()
    const fields = NewSequence.parse({ name: 'S', timezone: 'UTC' })
    const { id: sequenceId } = await createSequence(db, userId, fields)
    await updateSequence(db, userId, sequenceId, { mailboxIds: [mailboxId] }, NOW)
    await createStep(db, userId, sequenceId, NewStep.parse({ templateId, delayDays: 1 }), NOW)
    await activateSequence(db, userId, sequenceId, NOW, secrets)
    await enrollContacts(db, userId, sequenceId, ids, NOW, secrets)
    await add({ addresses: ['one@x.example'], domains: ['rival.example'] })
    const started = await startDue(db, new Date('2026-03-03T09:00:00Z'))
    expect(started).toHaveLength(1)
    for (let last: string | null = null; ; ) {
      last = await stopListed(db, userId, last, NOW)
      if (!last) break
    }
    const why = await Promise.all(
      ids.map(async (id) => (await listEnrollments(db, userId, id, 'UTC'))[0]!.why),
    )
    expect(why.slice(0, 2)).toEqual([
      expect.stringMatching(/^Stopped on .*: the contact is suppressed/),
      expect.stringMatching(/^Stopped on .*: the contact's domain is suppressed/),
    ])
    expect(why[2]).toMatch(/^Waiting/)
  })

  test('removes and records an entry, and keeps the contact suppressed', async () => {
    const contactId = await make('one@x.example')
    await add({ addresses: ['one@x.example'], domains: ['rival.example'] })
    for (const { id } of await all()) {
      expect(await refused(removeStop(db, outreach.strangerId, id, NOW))).toMatch(/^NOT_FOUND/)
      expect(await getStop(db, userId, id)).toBeTruthy()
      await removeStop(db, userId, id, NOW)
      expect(await refused(removeStop(db, userId, id, NOW))).toMatch(/^NOT_FOUND/)
    }
    expect(await all()).toEqual([])
    expect(await getContact(db, userId, contactId)).toMatchObject({ suppressed: true })
    expect(await getContact(db, userId, await make('new@rival.example'))).toMatchObject({ suppressed: false })
    const kept = await db.execute<{ rule: string }>(
      `select rule from decisions where user_id = '${userId}' order by id`,
    )
    expect(kept.map((row) => row.rule)).toEqual([
      'listed_do_not_contact',
      'taken_off_do_not_contact',
      'taken_off_do_not_contact',
    ])
  })
})

async function ownTemplate() {
  const template = { name: 'T', subject: 'S', templateType: 'html', htmlBody: '<p>B</p>' } as const
  return { templateId: (await createTemplate(db, userId, template)).id }
}
