import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailAccounts, sequenceContacts } from '#drizzle/schema'
import { processInbound } from '~/models/inbound/inbound.server'
import { listWatchable, startSync } from '~/models/inbound/sync.server'
import { getMailbox, listMailboxesToSync } from '~/models/mailboxes/mailbox.server'
import { loadSender } from '~/models/outbox/test-mail.server'
import { checkReadiness } from '~/models/planning/readiness.server'
import { listMembers, loadPath } from '~/models/sequences/members/members.server'
import { summarizeEnrollments } from '~/models/sequences/members/people.server'
import { pauseSequence } from '~/models/sequences/run.server'
import { paths } from '~/paths'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { ACCEPTED, addSmtp, recordResult, runSequence, sendOf, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const later = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)
const WHY = '4 of the last 100 emails bounced.'
const pause = (id: string) =>
  db
    .update(mailAccounts)
    .set({ status: 'error', statusDetail: `Paused: ${WHY}` })
    .where(eq(mailAccounts.id, id))

test('shows a paused mailbox with one status, reason and fix', async () => {
  const email = 'ann@sender.example'
  const id = await addSmtp(db, userId, NOW, { email })
  const sequenceId = await runSequence(outreach, id, 1)
  await pause(id)
  expect(await startDue(db, DUE)).toEqual([])
  const said = `${email} is paused: ${WHY}`
  const fix = { label: 'Resume sending', to: paths.gmail() }
  expect(await getMailbox(db, userId, id)).toMatchObject({ status: 'paused', statusDetail: `Paused: ${WHY}` })
  const env = { appUrl: 'https://mail.example', appIsLoopback: false, google: null, microsoft: null }
  expect(await checkReadiness(db, userId, sequenceId, null, env, NOW)).toContainEqual({
    severity: 'stops',
    text: said,
    fixes: [fix],
  })
  expect((await summarizeEnrollments(db, userId, sequenceId)).holds).toEqual([
    { reason: 'mailbox_not_connected', people: 1, why: said, fix },
  ])
  const { rows } = await listMembers(db, userId, sequenceId, { filter: 'all', limit: 10 }, 'UTC')
  expect(rows[0]?.why).toBe(`Waiting: ${said}`)
  const { entries } = await loadPath(db, sequenceId, rows[0]!.id, 'UTC')
  expect(entries[0]?.text).toBe('Held: the mailbox is not sending.')
  expect(await refused(loadSender(db, userId, id))).toBe(`CONFLICT: ${said} Resume sending first`)
})

test('still syncs a paused mailbox', async () => {
  const id = await addSmtp(db, userId, NOW, { email: 'read@sender.example', imapHost: 'imap.sender.example' })
  await pause(id)
  expect(await listMailboxesToSync(db, 0)).toContain(id)
  expect((await listWatchable(db, 100)).map((box) => box.id)).toContain(id)
  expect(await startSync(db, id)).toMatchObject({ userId })
})

test('a complaint suppresses the contact at once, even while paused', async () => {
  const id = await addSmtp(db, userId, NOW, { email: 'late@sender.example' })
  const sequenceId = await runSequence(outreach, id, 1)
  const [sendId] = await startDue(db, later(10))
  await recordResult(db, [sendId!], ACCEPTED, later(10))
  await pause(id)
  await pauseSequence(db, userId, sequenceId)
  const inbound: Inbound = {
    ...UNREADABLE,
    kind: 'complaint',
    recipients: [(await sendOf(db, sendId!)).recipientEmail],
    sendId: sendId!,
    from: 'feedback@people.example',
    subject: 'Abuse',
  }
  const received = { mailboxId: id, providerId: 'complaint', receivedAt: later(20), inbound }
  expect(await processInbound(db, userId, received, later(20), secrets)).toBe(true)
  const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId))
  expect(row).toMatchObject({ status: 'stopped', endReason: 'complaint' })
  const { rows } = await listMembers(db, userId, sequenceId, { filter: 'all', limit: 10 }, 'UTC')
  expect(rows[0]).toMatchObject({
    status: 'stopped',
    why: expect.stringMatching(/^Stopped on Mar 3, 2026 08:20: /),
  })
})
