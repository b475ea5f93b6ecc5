import { and, desc, eq, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { finishJob, getJobWork, JOB_VIEW, saveProgress } from '~/models/jobs/job.server'
import { CONTACT_DOMAIN, lookUpMailDomains } from '~/models/shared/addresses/mail-domains.server'
import type { DomainNames } from '~/providers/dns/types'
import { getPersona } from './persona.server'

/** The payload of a check, with its progress. */
interface CheckWork extends Record<string, unknown> {
  personaId: string
  /** The last domain of the previous part. */
  after: string
}

/** Domains looked up between two commits. */
const PART = 200

/** The domains of a list's contacts. */
const domainsOf = (personaId: string) => sql`
  select distinct ${CONTACT_DOMAIN} as domain from persona_contacts pc join contacts c on c.id = pc.contact_id
  where pc.persona_id = ${personaId}::uuid`

/**
 * Starts a job that looks up whether the domains of a list's contacts take email. While one runs, it is the one.
 * @throws AppError NOT_FOUND
 */
export async function startMailServerCheck(db: Db, userId: string, personaId: string): Promise<void> {
  await getPersona(db, userId, personaId)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mail servers'), hashtext(${personaId}))`)
    const last = await lastCheck(tx, userId, personaId)
    if (last && ['pending', 'processing'].includes(last.status)) return
    const [{ n: total } = { n: 0 }] = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from (${domainsOf(personaId)}) d`,
    )
    const payload: CheckWork = { personaId, after: '' }
    const progress = { current: 0, total, added: 0, skipped: 0, failed: 0, revealed: 0 }
    const [job] = await tx
      .insert(queueJobs)
      .values({ userId, type: 'mail_server_check', payload, progress })
      .returning({ id: queueJobs.id })
    await enqueue(tx, 'check-mail-servers', { jobId: job!.id })
  })
}

/** The newest check of a list. */
async function lastCheck(db: Db, userId: string, personaId: string) {
  const [job] = await db
    .select(JOB_VIEW)
    .from(queueJobs)
    .where(
      and(
        eq(queueJobs.userId, userId),
        eq(queueJobs.type, 'mail_server_check'),
        sql`${queueJobs.payload}->>'personaId' = ${personaId}`,
      ),
    )
    .orderBy(desc(queueJobs.createdAt))
    .limit(1)
  return job ?? null
}

/**
 * Looks up the next domains of a check. Domains with a fresh answer are not asked for again. Killed, it asks for the same part again.
 * @returns whether there may be more
 */
export async function checkNextDomains(
  db: Db,
  jobId: string,
  names: DomainNames,
  now: Date,
): Promise<boolean> {
  const job = await getJobWork<CheckWork>(db, jobId)
  if (!job) return false
  const { personaId, after } = job.payload
  const part = await db.execute<{ domain: string }>(
    sql`select domain from (${domainsOf(personaId)}) d where domain > ${after} order by 1 limit ${PART}`,
  )
  const domains = part.map(({ domain }) => domain)
  if (domains.length === 0) {
    await finishJob(db, jobId)
    return false
  }
  await lookUpMailDomains(db, names, domains, now)
  await db.transaction(async (tx) => {
    const current = Math.min(job.progress.total, job.progress.current + domains.length)
    await saveProgress(tx, jobId, { ...job.progress, current })
    const payload: CheckWork = { ...job.payload, after: domains.at(-1)! }
    await tx.update(queueJobs).set({ payload }).where(eq(queueJobs.id, jobId))
  })
  return true
}

/** The maximum number of domains that are named. */
const MOST_NAMED = 19

/** The newest check of a list with what it found; null if there was none. @throws AppError NOT_FOUND */
export async function getMailServerCheck(db: Db, userId: string, personaId: string) {
  await getPersona(db, userId, personaId)
  const job = await lastCheck(db, userId, personaId)
  if (!job) return null
  const rows = await db.execute<{ domain: string; contacts: number; takesEmail: boolean | null }>(sql`
    select d.domain, count(*)::int as contacts, d.takes_email as "takesEmail"
    from persona_contacts pc join contacts c on c.id = pc.contact_id join mail_domains d on d.domain = ${CONTACT_DOMAIN}
    where pc.persona_id = ${personaId}::uuid and d.takes_email is not true
    group by d.domain order by 2 desc, 1`)
  const none = rows.filter(({ takesEmail }) => takesEmail === false)
  const sum = (of: typeof none) => of.reduce((total, { contacts }) => total + contacts, 0)
  return {
    job,
    without: { domains: none.length, contacts: sum(none) },
    named: none.slice(0, MOST_NAMED).map(({ domain, contacts }) => ({ domain, contacts })),
    unknown: sum(rows.filter(({ takesEmail }) => takesEmail === null)),
  }
}
