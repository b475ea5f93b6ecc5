import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailSends, sequenceContacts, templates } from '#drizzle/schema'
import { dismissNotification, listNotifications } from '~/models/notifications/notification.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
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
const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null }

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
