import { asc, eq } from 'drizzle-orm'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { activateSequence } from '~/models/sequences/run.server'
import { SequenceChange } from '~/models/sequences/sequence'
import { updateSequence } from '~/models/sequences/sequence.server'
import { StepChange } from '~/models/sequences/step'
import { updateStep } from '~/models/sequences/step.server'
import { changeWithoutContacts } from '~/models/sequences/versions/staying.server'
import { createTemplate } from '~/models/templates/template.server'
import { addSmtp } from './mailing'
import { NOW, type Outreach, openOutreach, secrets } from './outreach'

export let outreach: Outreach
export let db: Outreach['db']
export let userId: string

/** Opens a database with a mailbox; call it before each test. */
export async function openStage(): Promise<void> {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await addSmtp(db, userId, NOW)
}

export const closeStage = () => outreach?.drop()

/** Tuesday, 9:00 in Paris: the first email of those who were enrolled at first. */
export const DUE = new Date('2026-03-03T08:00:00Z')
export const NEXT_DAY = new Date('2026-03-04T08:00:00Z')
export const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null, microsoft: null }
export const RETRY = { ok: false, why: 'retry', detail: 'busy' } as const

export const makeTemplate = async (subject: string, htmlBody = '<p>Hi</p>') =>
  (await createTemplate(db, userId, { name: subject, subject, templateType: 'html', htmlBody })).id

/** A running sequence of two emails with contacts who wait for the first one. */
export async function start({
  people = 2,
  fields = {},
}: {
  people?: number
  fields?: Record<string, unknown>
} = {}) {
  const { id } = await outreach.makeSequence(fields)
  const a = (await outreach.makeStep(id, { name: 'A', templateId: await makeTemplate('First') })).id
  const b = (await outreach.makeStep(id, { name: 'B', templateId: await makeTemplate('Second') })).id
  const list = await outreach.makeList()
  const contacts = await outreach.makeMembers(list.id, people + 1)
  const newcomer = contacts.pop()!
  await activateSequence(db, userId, id, NOW, secrets)
  await enrollContacts(db, userId, id, contacts, NOW, secrets)
  const rows = () =>
    db
      .select()
      .from(sequenceContacts)
      .where(eq(sequenceContacts.sequenceId, id))
      .orderBy(asc(sequenceContacts.enrolledAt), asc(sequenceContacts.id))
  return {
    ...{ id, a, b, contacts, newcomer, rows },
    enroll: (now = NOW) => enrollContacts(db, userId, id, [newcomer], now, secrets),
    sends: () =>
      db.select().from(emailSends).where(eq(emailSends.sequenceId, id)).orderBy(asc(emailSends.id)),
    /** Does the job of an edit. */
    replan: async (now = NOW) => replanSequence(db, id, (await getPlanVersion(db, id))!, now),
    /** A change that contacts in progress do not follow. */
    stay: (change: (tx: Db) => Promise<unknown>) => changeWithoutContacts(db, userId, id, change),
  }
}

export const context = { now: NOW, timezone: 'UTC', confirmed: null }
export const change = (tx: Db, id: string, fields: Record<string, unknown>) =>
  updateStep(tx, userId, id, StepChange.parse(fields), NOW)
export const changeSettings = (tx: Db, id: string, fields: Record<string, unknown>) =>
  updateSequence(tx, userId, id, SequenceChange.parse(fields), NOW)
export const subjects = (sends: { subject: string | null; state: string }[]) =>
  sends.map(({ subject, state }) => `${subject} ${state}`)
