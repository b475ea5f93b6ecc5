import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts, emailSends, sequenceContacts, templates } from '#drizzle/schema'
import { updateContact } from '~/models/contacts/contact.server'
import { dismissNotification, listNotifications } from '~/models/notifications/notification.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { readTexts } from '~/models/shared/mail/stored-text.server'
import { updateTemplate } from '~/models/templates/template.server'
import { addSmtp, startRendered } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

/** Emails whose content turns out to be incomplete when they are about to start. */

let outreach: Outreach
let db: Outreach['db']
let userId: string
let sequenceId: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await addSmtp(db, userId, NOW)
  ;({ id: sequenceId } = await outreach.makeSequence({ name: 'Spring' }))
  await outreach.makeStep(sequenceId)
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, 3)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
})
afterEach(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const LATER = new Date('2026-03-03T09:00:00Z')
const NEXT_DAY = new Date('2026-03-04T08:00:00Z')
const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null, microsoft: null }

/** The template, changed without checks after an email was planned. */
const write = (htmlBody: string) =>
  db.update(templates).set({ htmlBody }).where(eq(templates.id, outreach.templateId))

const send = (now = DUE) => startRendered(db, links, now)
const notices = async () => (await listNotifications(db, userId, { limit: 100 })).rows
const holds = async () => (await db.select().from(sequenceContacts)).map((person) => person.holdReason)

test('wait, and notify once per sequence and day', async () => {
  await write('<p>Dear {{ company }}</p>')
  expect(await send()).toBe(0)
  expect(await holds()).toEqual(['missing_variable', 'missing_variable', 'missing_variable'])
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice).toMatchObject({ title: 'Email held', metadata: { sequenceId, sequenceName: 'Spring' } })
  expect(notice!.message).toMatch(
    /^Emails of "Spring" are held, first the one to person\d@people\.example: the template needs a value that this contact does not have \(company\)\./,
  )
})

test('notify again the next day only', async () => {
  await write('<p>Dear {{ company }}</p>')
  await send()
  await dismissNotification(db, userId, (await notices())[0]!.id)
  /** Another try that does not help either. */
  const again = async (changedAt: string, now = changedAt) => {
    const change = { htmlBody: '<p>{{ company }}</p>' }
    await updateTemplate(db, userId, outreach.templateId, change, new Date(changedAt))
    expect(await holds()).not.toContain('missing_variable')
    await send(new Date(now))
    expect(await holds()).toContain('missing_variable')
  }
  await again('2026-03-03T08:10:00Z')
  expect(await notices()).toEqual([])
  await again('2026-03-04T08:10:00Z', '2026-03-05T08:00:00Z')
  expect(await notices()).toHaveLength(1)
})

test('with placeholder text are not sent', async () => {
  await write('<p>Insert text here</p>')
  expect(await send()).toBe(0)
  expect(await db.select().from(emailSends).where(eq(emailSends.state, 'sending'))).toEqual([])
  expect((await notices())[0]!.message).toContain('replace the placeholder “Insert text here”')
})

test('that become complete start without a notification', async () => {
  expect(await send()).toBeGreaterThan(0)
  expect(await notices()).toEqual([])
})

/** The columns of a contact with a text of another program in it, or none; and what the user is told. */
const UNFIT: [string, Partial<typeof contacts.$inferInsert>, string][] = [
  [
    '<p>{{ icebreaker | default: "" }}</p>',
    { custom: { icebreaker: 'Hi {{firstName}} <3 {{email}}' } },
    'icebreaker contains “{{firstName}}”',
  ],
  ['<p>Hi {{ first_name | default: "there" }}</p>', { firstName: 'N/A' }, 'first_name is “N/A”'],
  [
    '<a href="{{ linkedin_url }}">x</a>',
    { linkedinUrl: 'see below' },
    'linkedin_url is not a link: “see below”',
  ],
]

test.each(UNFIT)('with %s are held, until the contact is corrected', async (html, columns, why) => {
  await write(html)
  await db.update(contacts).set({ linkedinUrl: 'https://l.example/in/x' })
  const [first] = await db.select().from(contacts).orderBy(contacts.id)
  await db.update(contacts).set(columns).where(eq(contacts.id, first!.id))
  expect(await send()).toBe(2)
  expect((await holds()).sort()).toEqual(['missing_variable', null, null].sort())
  expect((await notices())[0]!.message).toContain(`(${why}`)
  const correct = { custom: { icebreaker: null }, firstName: 'Ann', linkedinUrl: 'https://l.example/in/ann' }
  await updateContact(db, userId, first!.id, correct, LATER, secrets)
  await send(NEXT_DAY)
  const sends = await db.select().from(emailSends).where(eq(emailSends.contactId, first!.id))
  expect(sends.map(({ state }) => state)).toEqual(['sending'])
  const texts = await readTexts(db, [sends[0]!.id])
  expect(texts.get(sends[0]!.id)!.html).not.toMatch(/\{\{|N\/A|see below/)
})

test('with tags of another program are held, until the template is corrected', async () => {
  await write('<p>Hi [First Name]</p>')
  expect(await send()).toBe(0)
  expect(new Set(await holds())).toEqual(new Set(['missing_variable']))
  expect((await notices())[0]!.message).toContain('replace the placeholder “[First Name]”')
  const change = { htmlBody: '<p>Hi {{ first_name | default: "there" }}</p>' }
  await updateTemplate(db, userId, outreach.templateId, change, LATER)
  await send(NEXT_DAY)
  const sends = await db.select().from(emailSends)
  expect(sends.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending'])
})
