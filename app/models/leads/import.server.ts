import { eq, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { AppError, invalid } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { NewContact } from '~/models/contacts/contact'
import { getJobWork, saveProgress } from '~/models/jobs/job.server'
import { requireStatic } from '~/models/personas/contacts.server'
import { usableEmail } from '~/providers/leads/people'
import type { LeadPage, LeadPerson } from '~/providers/leads/types'
import type { Secrets } from '~/secrets.server'
import { addPeople, knownLeadIds, linkKnownPeople } from './add.server'
import { hasFilter, type LeadCriteria, NO_FILTER } from './criteria'
import { leadError, openLeadDatabase } from './key.server'
import type { AddAllLeads, AddLeads, ChosenLead } from './search'
import type { LeadDeps } from './search.server'

/** The remaining work of a lead import. Updated in the transaction of the work itself, so that a crash repeats nothing. */
export interface LeadWork extends Record<string, unknown> {
  personaId: string
  /** For Add All Results: the criteria, and the next page to read; null once all pages are read. */
  criteria: LeadCriteria | null
  page: number | null
  /** The most leads of the search to add; null for all. */
  maximum: number | null
  /** Leads whose addresses came with the request. */
  given: LeadPerson[]
  /** Ids of leads that still have to be revealed. */
  pending: string[]
  /** Incremented by each step. A worker with an old number has lost the job to another. */
  step: number
}

/** Leads per page: the vendor's maximum. */
export const IMPORT_PAGE = 100
const MAX_TRIES = 5

/** Adds selected leads to a list by a job. @throws AppError INVALID if none can have an address, or without a key */
export async function startLeadImport(
  db: Db,
  userId: string,
  { personaId, leads }: AddLeads,
  deps: Pick<LeadDeps, 'providers' | 'secrets'>,
): Promise<{ jobId: string }> {
  const { given, pending, unusable } = sorted(leads)
  await requireStatic(db, userId, [personaId])
  if (given.length + pending.length === 0) invalid('No valid emails', 'leads')
  if (pending.length > 0) await openLeadDatabase(db, userId, deps.providers, deps.secrets)
  const work = { personaId, criteria: null, page: null, maximum: null, given, pending, step: 0 }
  return start(db, userId, work, { total: leads.length, current: unusable, skipped: unusable })
}

/**
 * Adds all leads of a search to a list by a job, at most `maximum`.
 * @throws AppError INVALID without a filter and a maximum
 */
export async function startLeadImportOfAll(
  db: Db,
  userId: string,
  { personaId, criteria, maximum }: Pick<AddAllLeads, 'personaId' | 'criteria' | 'maximum'>,
  deps: Pick<LeadDeps, 'providers' | 'secrets'>,
): Promise<{ jobId: string }> {
  if (maximum === null && !hasFilter(criteria)) invalid(NO_FILTER)
  await requireStatic(db, userId, [personaId])
  await openLeadDatabase(db, userId, deps.providers, deps.secrets)
  return start(db, userId, { personaId, criteria, page: 1, maximum, given: [], pending: [], step: 0 }, {})
}

/** Leads whose address is known, the ids of those to reveal, and the number of the others. */
function sorted(leads: ChosenLead[]): { given: LeadPerson[]; pending: string[]; unusable: number } {
  const given: LeadPerson[] = []
  const pending = new Set<string>()
  for (const lead of leads) {
    const email = usableEmail(lead.email)
    if (email && NewContact.shape.email.safeParse(email).success) given.push(personOf(lead, email))
    else if (lead.apolloId) pending.add(lead.apolloId)
  }
  return { given, pending: [...pending], unusable: leads.length - given.length - pending.size }
}

async function start(db: Db, userId: string, work: LeadWork, progress: Partial<JobProgress>) {
  return db.transaction(async (tx) => {
    const none = { current: 0, total: 0, added: 0, skipped: 0, failed: 0, revealed: 0 }
    const [job] = await tx
      .insert(queueJobs)
      .values({
        userId,
        type: 'lead_import',
        payload: work,
        progress: { ...none, ...progress },
        maxAttempts: MAX_TRIES,
      })
      .returning({ id: queueJobs.id })
    await enqueue(tx, 'import-leads', { jobId: job!.id })
    return { jobId: job!.id }
  })
}

const personOf = (lead: ChosenLead, email: string): LeadPerson => ({
  id: lead.apolloId ?? '',
  email,
  firstName: lead.firstName ?? null,
  lastName: lead.lastName ?? null,
  name: lead.name ?? null,
  title: lead.title ?? null,
  headline: null,
  linkedinUrl: lead.linkedinUrl && /^https?:\/\//i.test(lead.linkedinUrl) ? lead.linkedinUrl : null,
  city: lead.city ?? null,
  state: lead.state ?? null,
  country: lead.country ?? null,
  organizationName: lead.organizationName ?? lead.organization?.name ?? null,
  organization: lead.organization ?? null,
  employmentHistory: null,
})

/** Starts or continues a lead import. Null if it has finished or was deleted. */
export const openLeadImport = (db: Db, jobId: string) => getJobWork<LeadWork>(db, jobId)

export interface LeadImportStep {
  jobId: string
  userId: string
  /** The work as it was read. If it has changed since, another worker owns the step. */
  work: LeadWork
}

/** Adds the leads whose addresses came with the request. They cost nothing. */
export async function addWithAddress(
  db: Db,
  step: LeadImportStep,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await commit(db, step, async (tx, progress) => {
    const { personaId, given } = step.work
    const result = await addPeople(tx, step.userId, { personaIds: [personaId], people: given }, now, secrets)
    return { work: { given: [] }, progress: counted(progress, given.length, result) }
  })
}

/** How many leads of a search are added: the vendor returns no more pages than it says. */
const countLeads = ({ totalEntries, totalPages }: LeadPage, maximum: number | null) =>
  Math.min(totalEntries, totalPages * IMPORT_PAGE, maximum ?? Number.POSITIVE_INFINITY)

/** What adding leads would cost. */
export interface LeadCost {
  /** Leads that would be looked at. */
  leads: number
  /** The most credits that it costs: one for each address that is revealed. */
  credits: number
}

/** What adding selected leads would cost. @throws AppError NOT_FOUND */
export async function estimateLeads(
  db: Db,
  userId: string,
  { personaId, leads }: AddLeads,
): Promise<LeadCost> {
  await requireStatic(db, userId, [personaId])
  const { given, pending, unusable } = sorted(leads)
  const known = await knownLeadIds(db, userId, pending)
  return { leads: given.length + pending.length + unusable, credits: pending.length - known.size }
}

/** What adding all leads of a search would cost. Asks the lead database for the first page, at no cost. @throws AppError */
export async function estimateAllLeads(
  db: Db,
  userId: string,
  { personaId, criteria, maximum }: AddAllLeads,
  { providers, secrets, signal }: LeadDeps,
): Promise<LeadCost> {
  await requireStatic(db, userId, [personaId])
  const database = await openLeadDatabase(db, userId, providers, secrets)
  const found = await database.search(criteria, { page: 1, perPage: IMPORT_PAGE }, signal)
  if (!found.ok) throw leadError(found)
  const leads = countLeads(found.value, maximum)
  const first = found.value.leads.slice(0, leads)
  const known = await knownLeadIds(
    db,
    userId,
    first.map(({ id }) => id),
  )
  const free = first.filter((lead) => known.has(lead.id) || !lead.hasEmail).length
  return { leads, credits: leads - free }
}

/**
 * Stores a page of the search. Existing contacts join the list right away, at no cost. Leads without an address are skipped. The
 * others still have to be revealed.
 */
export async function savePage(
  db: Db,
  step: LeadImportStep,
  found: LeadPage,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await commit(db, step, async (tx, progress) => {
    const most = (step.work.maximum ?? Number.POSITIVE_INFINITY) - progress.current
    const leads = found.leads.slice(0, most)
    const ids = leads.map(({ id }) => id)
    const pending = leads.filter((lead) => lead.hasEmail).map(({ id }) => id)
    const known = await knownLeadIds(tx, step.userId, ids)
    const linked = { personaIds: [step.work.personaId], ids: [...known] }
    await linkKnownPeople(tx, step.userId, linked, now, secrets)
    const wanted = pending.filter((id) => !known.has(id))
    const isLast = step.work.page! >= found.totalPages || ids.length === 0 || leads.length === most
    const page = isLast ? null : step.work.page! + 1
    const total = countLeads(found, step.work.maximum)
    const after = counted(progress, ids.length - wanted.length, {
      added: 0,
      skipped: ids.length - wanted.length,
    })
    return { work: { page, pending: wanted }, progress: { ...after, total } }
  })
}

/** Adds those of the next leads that have become contacts since to the list, so that they are not paid for. @returns if any have */
export async function linkKnown(
  db: Db,
  step: LeadImportStep,
  ids: string[],
  now: Date,
  secrets: Secrets,
): Promise<boolean> {
  const known = await knownLeadIds(db, step.userId, ids)
  if (known.size === 0) return false
  await commit(db, step, async (tx, progress) => {
    const linked = { personaIds: [step.work.personaId], ids: [...known] }
    await linkKnownPeople(tx, step.userId, linked, now, secrets)
    const pending = step.work.pending.filter((id) => !known.has(id))
    return { work: { pending }, progress: counted(progress, known.size, { added: 0, skipped: known.size }) }
  })
  return true
}

/** Adds revealed leads. Removes `asked` from the pending ones, whether or not an address was found. */
export async function addRevealed(
  db: Db,
  step: LeadImportStep,
  asked: string[],
  people: LeadPerson[],
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await commit(db, step, async (tx, progress) => {
    const { personaId } = step.work
    const { added } = await addPeople(tx, step.userId, { personaIds: [personaId], people }, now, secrets)
    const done = new Set(asked)
    const after = counted(progress, asked.length, { added, skipped: asked.length - added })
    return {
      work: { pending: step.work.pending.filter((id) => !done.has(id)) },
      progress: { ...after, revealed: progress.revealed + people.filter(({ email }) => email).length },
    }
  })
}

const counted = (progress: JobProgress, handled: number, result: { added: number; skipped: number }) => ({
  ...progress,
  current: progress.current + handled,
  added: progress.added + result.added,
  skipped: progress.skipped + result.skipped,
})

/**
 * Runs a step and stores the remaining work in one transaction.
 * @throws AppError CONFLICT if another worker has continued the job
 */
async function commit(
  db: Db,
  { jobId, work }: LeadImportStep,
  run: (tx: Db, progress: JobProgress) => Promise<{ work: Partial<LeadWork>; progress: JobProgress }>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ payload: queueJobs.payload, progress: queueJobs.progress })
      .from(queueJobs)
      .where(eq(queueJobs.id, jobId))
      .for('update')
    if ((job?.payload as LeadWork | undefined)?.step !== work.step)
      throw new AppError('CONFLICT', 'Another worker has continued this import')
    const done = await run(tx, job!.progress)
    const payload = { ...work, ...done.work, step: work.step + 1 }
    await tx
      .update(queueJobs)
      .set({ payload: sql`${JSON.stringify(payload)}::jsonb`, attempts: 0 })
      .where(eq(queueJobs.id, jobId))
    const { current, total } = done.progress
    await saveProgress(tx, jobId, { ...done.progress, total: Math.max(current, total) })
  })
}
