import pino from 'pino'
import { createApp } from '~/app.server'
import { type Clock, fixedClock } from '~/clock.server'
import { parseEnv } from '~/env.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { workOnce } from '~/jobs/worker.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { hasUnknownSends, mailboxesToSend, nextDueAt } from '~/models/outbox/due-times.server'
import { createPersona } from '~/models/personas/persona.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence, updateSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep } from '~/models/sequences/step.server'
import { createTemplate } from '~/models/templates/template.server'
import type { Providers } from '~/providers/factory.server'
import { BENCH_ENV } from '../../load/programs'
import { borrowTestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

/** A Monday. */
const MONDAY = '2026-03-02T09:00:00Z'

export interface Campaign {
  userId: string
  mailboxIds: string[]
  people: string[]
  /** The number of daily emails per contact; the first is due a day after the start. */
  mails?: number
  htmlBody?: string
}

/** The program inside this process, on a database of its own, with a clock that the test moves. */
export async function openWorks(
  env: Record<string, string> = {},
  {
    clock = fixedClock(MONDAY),
    providers,
  }: { clock?: ReturnType<typeof fixedClock>; providers?: (real: Providers) => Providers } = {},
) {
  const database = await borrowTestDatabase()
  const made = await createApp({
    env: parseEnv({ ...BENCH_ENV, ...env }),
    databaseUrl: database.url,
    appSecret: BENCH_ENV.APP_SECRET,
    workOnce,
    clock: clock as Clock,
    log: pino({ level: 'silent' }),
  })
  const app = { ...made, ...(providers ? { providers: providers(made.providers) } : {}) }
  const { db, secrets } = app

  /** Does everything due at this mail time, with all its consequences. */
  async function settle(): Promise<void> {
    await enqueue(db, 'due-scan', {})
    for (const mailboxId of await mailboxesToSend(db, await clock.now()))
      await enqueue(db, 'send-step', { mailboxId })
    if (await hasUnknownSends(db)) await enqueue(db, 'recover', {})
    await workOnce(app)
  }
  const works = {
    app,
    db,
    clock,
    sql: database.sql,
    settle,
    makeUser: () => createTestUser(db),
    /** Moves from due time to due time, settling each. */
    async playTo(until: Date | string): Promise<void> {
      const end = new Date(until)
      await settle()
      for (;;) {
        const next = await nextDueAt(db, await clock.now(), end)
        if (!next) break
        clock.set(next)
        await settle()
      }
      clock.set(end)
      await settle()
    },
    /** A running sequence. @returns its id */
    async start({ userId, mailboxIds, people, mails = 1, htmlBody = '<p>Hello</p>' }: Campaign) {
      const now = await clock.now()
      const template = await createTemplate(db, userId, {
        name: 'T',
        subject: 'Hello',
        templateType: 'html',
        htmlBody,
      })
      const sequence = await createSequence(db, userId, NewSequence.parse({ name: 'S', timezone: 'UTC' }))
      for (let i = 0; i < mails; i++) {
        const step = { templateId: template.id, delayDays: 1, sendHour: 9 + i, reactionWindowHours: 1 }
        await createStep(db, userId, sequence.id, NewStep.parse(step), now)
      }
      await updateSequence(db, userId, sequence.id, { mailboxIds }, now)
      const list = { name: 'People', industry: 'I', jobTitle: 'J', location: 'L' }
      const persona = await createPersona(db, userId, list)
      for (const email of people)
        await createContact(db, userId, NewContact.parse({ email, personaId: persona.id }), now, secrets)
      await linkPersona(db, userId, sequence.id, persona.id, now, secrets)
      await activateSequence(db, userId, sequence.id, now, secrets)
      return { sequenceId: sequence.id, templateId: template.id, personaId: persona.id }
    },
    /** Active enrollments with neither a date nor a hold reason. */
    async stuck(): Promise<number> {
      const [row] = await database.sql<{ n: number }[]>`
        select count(*)::int as n from sequence_contacts
        where status = 'active' and next_action_at is null and hold_reason is null`
      return row!.n
    },
    async close() {
      await app.close()
      await database.drop()
    },
  }
  return works
}

export type Works = Awaited<ReturnType<typeof openWorks>>
