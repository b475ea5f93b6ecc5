import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { mailAccounts, mailboxImportRows, queueJobs } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isAppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { requireConfirmed } from '~/models/accounts/confirm.server'
import { recordNoticed } from '~/models/accounts/keys/security-log.server'
import { finishJob, getJobWork, JOB_VIEW, saveProgress } from '~/models/jobs/job.server'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import type { MailboxDeps } from '~/models/mailboxes/open.server'
import { storeSmtpMailbox, testSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { onOneLine } from '~/models/shared/fields'
import type { Secrets } from '~/secrets.server'
import { mailboxOfRow } from './columns'
import type { MailboxRow } from './read.server'

/** Mailboxes whose logins are tested at once. */
const AT_ONCE = 4

interface Starter {
  secrets: Secrets
  /** The caller's address, for the security log. */
  address: string
}

/**
 * Starts a job that adds the mailboxes of a file. What it needs of each row is sealed until the row is done.
 * @returns the job's id
 * @throws AppError FORBIDDEN until the user's address is confirmed
 */
export async function startMailboxImport(
  db: Db,
  userId: string,
  rows: MailboxRow[],
  fileName: string,
  { secrets, address }: Starter,
): Promise<string> {
  await requireConfirmed(db, userId)
  return db.transaction(async (tx) => {
    const progress = { current: 0, total: rows.length, added: 0, skipped: 0, failed: 0, revealed: 0 }
    const [job] = await tx
      .insert(queueJobs)
      .values({ userId, type: 'mailbox_import', payload: {}, progress })
      .returning({ id: queueJobs.id })
    const jobId = job!.id
    await tx.insert(mailboxImportRows).values(
      rows.map(({ line, cells, problem }) => {
        const id = crypto.randomUUID()
        const email = onOneLine(cells.email ?? '').slice(0, 254)
        return problem
          ? { id, jobId, line, email, outcome: 'failed' as const, message: problem }
          : { id, jobId, line, email, cells: secrets.seal(JSON.stringify(cells), id) }
      }),
    )
    await recordNoticed(tx, userId, {
      kind: 'mailbox_connected',
      subject: subjectOf(rows, fileName),
      address,
    })
    await enqueue(tx, 'import-mailboxes', { jobId })
    return jobId
  })
}

const subjectOf = ([first, ...others]: MailboxRow[], fileName: string) => {
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return onOneLine(`${first?.cells.email ?? ''}${more} of the file ${fileName}`).slice(0, 200)
}

/**
 * Tests and adds the next mailboxes of a file. A mailbox has the id of its row, so a row that was done before a kill is recognized.
 * @returns whether there may be more
 */
export async function addNextMailboxes(db: Db, jobId: string, now: Date, deps: Deps): Promise<boolean> {
  const job = await getJobWork(db, jobId)
  const ofJob = eq(mailboxImportRows.jobId, jobId)
  if (!job) {
    await db
      .update(mailboxImportRows)
      .set({ cells: null })
      .where(and(ofJob, isNotNull(mailboxImportRows.cells)))
    return false
  }
  const rows = await db
    .select()
    .from(mailboxImportRows)
    .where(and(ofJob, isNull(mailboxImportRows.outcome)))
    .orderBy(asc(mailboxImportRows.line))
    .limit(AT_ONCE)
  const tested = await Promise.all(rows.map((row) => testRow(db, job.userId, row, deps)))
  // One after another: of two rows with one address, or where only one more mailbox is allowed, the first row wins.
  const results: Result[] = []
  for (const [index, row] of rows.entries())
    results.push(await storeRow(db, job.userId, row, tested[index]!, now, deps))
  await db.transaction(async (tx) => {
    for (const [index, { id }] of rows.entries())
      await tx
        .update(mailboxImportRows)
        .set({ cells: null, ...results[index] })
        .where(eq(mailboxImportRows.id, id))
    const done = async (outcome: 'added' | 'failed') =>
      tx.$count(mailboxImportRows, and(ofJob, eq(mailboxImportRows.outcome, outcome)))
    const [added, failed] = [await done('added'), await done('failed')]
    await saveProgress(tx, jobId, { ...job.progress, current: added + failed, added, failed })
    if (rows.length < AT_ONCE) await finishJob(tx, jobId)
  })
  return rows.length === AT_ONCE
}

type Row = typeof mailboxImportRows.$inferSelect
type Result = Pick<Row, 'outcome' | 'message'>

const failed = (message: string): Result => ({
  outcome: 'failed',
  message: onOneLine(message).slice(0, 1000),
})
const added = (canRead: boolean): Result => ({
  outcome: 'added',
  message: canRead ? null : 'Its replies and bounces cannot be read: the row has no IMAP host.',
})

type Deps = MailboxDeps & { env: { maxMailboxesPerUser: number } }

/** The mailbox of a row whose logins were tested, or the row's result. */
async function testRow(db: Db, userId: string, { id, cells }: Row, deps: Deps): Promise<NewMailbox | Result> {
  const [known] = await db
    .select({ imapHost: mailAccounts.imapHost })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, userId)))
  if (known) return added(known.imapHost !== null)
  const row = mailboxOfRow(JSON.parse(deps.secrets.open(cells!, id)) as MailboxRow['cells'])
  if ('problem' in row) return failed(row.problem)
  const parsed = NewMailbox.safeParse(row.input)
  if (!parsed.success) return failed(parsed.error.issues.map(({ message }) => message).join('. '))
  return orFailed(async () => {
    await testSmtpMailbox(db, userId, parsed.data, deps)
    return parsed.data
  })
}

async function storeRow(
  db: Db,
  userId: string,
  { id }: Row,
  tested: NewMailbox | Result,
  now: Date,
  deps: Deps,
): Promise<Result> {
  if ('outcome' in tested) return tested
  return orFailed(async () =>
    added((await storeSmtpMailbox(db, userId, tested, now, { ...deps, id })).canRead),
  )
}

/** What `work` returns, or the result of a row that is refused. */
async function orFailed<T>(work: () => Promise<T>): Promise<T | Result> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error)) return failed(error.message)
    throw error
  }
}

/** An import of mailboxes with the result of each row; `outcome` is null for one that is not done. @throws AppError NOT_FOUND */
export async function getMailboxImport(db: Db, userId: string, jobId: string) {
  const [job] = await db
    .select(JOB_VIEW)
    .from(queueJobs)
    .where(and(eq(queueJobs.id, jobId), eq(queueJobs.userId, userId), eq(queueJobs.type, 'mailbox_import')))
  if (!job) notFound('Import not found')
  const { line, email, outcome, message } = mailboxImportRows
  const rows = await db
    .select({ line, email, outcome, message })
    .from(mailboxImportRows)
    .where(eq(mailboxImportRows.jobId, jobId))
    .orderBy(asc(line))
  return { job, rows }
}
