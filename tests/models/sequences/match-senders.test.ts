import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts, mailDomains } from '#drizzle/schema'
import { explainStored } from '~/engine/explain-stored'
import { matchNextDomains } from '~/models/enrollments/match.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import type { DomainMail } from '~/providers/dns/types'
import { addSmtp, fakeServers, scan } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { DUE, queued } from '../../support/removal'

let outreach: Outreach
let db: Outreach['db']
let boxes: Record<'google' | 'microsoft' | 'other', string>
const asked: string[] = []
/** What DNS says about a domain; no entry: no name server answers. */
const said: Record<string, DomainMail['service']> = {
  'g.example': 'google',
  'm.example': 'microsoft',
  'o.example': 'other',
}
const names = {
  ...fakeServers().providers.domains,
  mailOf: async (domain: string): Promise<DomainMail | null> => {
    asked.push(domain)
    const service = said[domain]
    return service ? { takesEmail: true, service } : null
  },
}

beforeEach(async () => {
  outreach = await openOutreach()
  db = outreach.db
  await db.delete(mailDomains)
  asked.length = 0
  const add = (smtpHost: string) => addSmtp(db, outreach.userId, NOW, { smtpHost })
  boxes = {
    google: await add('smtp.gmail.com'),
    microsoft: await add('smtp.office365.com'),
    other: await add('smtp.sender.example'),
  }
})
afterEach(() => outreach?.drop())

/** A draft of one email on the next day from the three mailboxes, linked to a list of contacts, one of each domain in turn. */
async function start(domains: string[], fields: Record<string, unknown> = {}) {
  const { userId } = outreach
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id, { sendHour: 9, sendMinute: 0 })
  const change = { mailboxIds: Object.values(boxes), preferSameProvider: true, ...fields }
  await updateSequence(db, userId, id, change, NOW)
  const list = await outreach.makeList()
  const members = await outreach.makeMembers(list.id, domains.length)
  for (const [index, domain] of domains.entries())
    await db
      .update(contacts)
      .set({ email: `p${index}@${domain}` })
      .where(eq(contacts.id, members[index]!))
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  return { id, activate: () => activateSequence(db, userId, id, NOW, secrets) }
}

/** Looks up all domains, as the job does. */
async function match(id: string) {
  let after: string | null = ''
  while (after !== null) after = await matchNextDomains(db, id, after, names, NOW)
}

/** Of each enrolled contact: the domain, who runs its mailbox, and what it was matched by. */
const chosen = async () => {
  const rows = await db.execute<{ domain: string; mailbox: string; matched: string | null }>(sql`
    select split_part(c.email, '@', 2) as domain, e.mailbox_id as mailbox, e.matched_provider as matched
    from sequence_contacts e join contacts c on c.id = e.contact_id order by e.place`)
  const kinds = Object.entries(boxes)
  return rows.map(({ domain, mailbox, matched }) => ({
    domain,
    matched,
    kind: kinds.find(([, box]) => box === mailbox)?.[0],
  }))
}

const PEOPLE = Array.from(
  { length: 12 },
  (_, n) => ['g.example', 'm.example', 'o.example', 'silent.example'][n % 4]!,
)

const areMatched = (rows: Awaited<ReturnType<typeof chosen>>) =>
  rows.every(
    ({ domain, kind, matched }) =>
      matched === (said[domain] === 'other' ? null : (said[domain] ?? null)) &&
      (matched === null || kind === matched),
  )

test('writes to a contact from a mailbox of the company that serves its domain, known before or not', async () => {
  const { id, activate } = await start(PEOPLE)
  expect(await queued(db, 'match-senders')).toHaveLength(1)
  await activate()
  const before = await chosen()
  expect(before.every(({ matched }) => matched === null)).toBe(true)
  expect(areMatched(before)).toBe(false)

  await match(id)
  const after = await chosen()
  expect(areMatched(after)).toBe(true)
  expect([...asked].sort()).toEqual(['g.example', 'm.example', 'o.example', 'silent.example'])
  const others = (rows: typeof after) => rows.filter(({ domain }) => !/^[gm]\./.test(domain))
  expect(others(after)).toEqual(others(before))

  await match(id)
  expect(await chosen()).toEqual(after)
  expect(asked).toHaveLength(4)
})

test('knows the domains of a draft before it is activated, and forecasts with their mailboxes', async () => {
  const { id, activate } = await start(PEOPLE.filter((domain) => domain === 'g.example'))
  await updateSequence(db, outreach.userId, id, { mailboxIds: [boxes.google, boxes.microsoft] }, NOW)
  await db.execute(sql`update mail_accounts set daily_limit = 1 where id = ${boxes.google}`)
  const days = async () => (await forecastSequence(db, outreach.userId, id, NOW)).days.length
  await match(id)
  // One email a day, because all three contacts share the mailbox at Google.
  expect(await days()).toBe(3)
  await activate()
  expect(await days()).toBe(3)
  expect(areMatched(await chosen())).toBe(true)
})

test('keeps the mailbox of a contact who got an email', async () => {
  const { id, activate } = await start(PEOPLE, { preferSameProvider: false })
  await activate()
  const before = await chosen()
  await scan(db, DUE)
  await db.execute(sql`update email_sends set state = 'sent', sent_at = ${DUE.toISOString()}`)
  await updateSequence(db, outreach.userId, id, { preferSameProvider: true }, DUE)
  await match(id)
  expect(await chosen()).toEqual(before)
})

test('moves a scheduled email to the matching mailbox, once, and its decision says why', async () => {
  const { id, activate } = await start(PEOPLE)
  await activate()
  await scan(db, DUE)
  await match(id)
  await scan(db, DUE)
  const sends = await db.execute<{ contact: string; kind: string }>(sql`
    select s.contact_id as contact, s.sender_account_id = e.mailbox_id as kind from email_sends s
    join sequence_contacts e on e.id = s.sequence_contact_id where s.state = 'scheduled'`)
  expect(sends).toHaveLength(PEOPLE.length)
  expect(sends.every(({ kind }) => kind)).toBe(true)
  const said = await db.execute<{ type: string; rule: string; inputs: Record<string, string> }>(sql`
    select d.type, d.rule, d.inputs from decisions d join sequence_contacts e on e.id = d.sequence_contact_id
    where d.type = 'send' and e.matched_provider = 'google' order by d.id desc limit 1`)
  expect(explainStored(said[0]!, { step: () => 'Step 1', date: String, list: () => '' } as never)).toBe(
    "Step 1 was due: sending started from a mailbox at Google, which also serves the contact's domain.",
  )
})

test('looks up nothing if the user did not ask for it, or if all mailboxes have one provider', async () => {
  const { id, activate } = await start(PEOPLE, { preferSameProvider: false })
  await activate()
  expect(await matchNextDomains(db, id, '', names, NOW)).toBeNull()
  await updateSequence(db, outreach.userId, id, { preferSameProvider: true, mailboxIds: [boxes.google] }, NOW)
  expect(await matchNextDomains(db, id, '', names, NOW)).toBeNull()
  expect(asked).toEqual([])
})
