import { and, eq, ne, sql } from 'drizzle-orm'
import { contacts, mailAccounts, sequences, settings } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import type { FirstSteps } from './first-steps'
import type { SampleData } from './sample-data'

/** The setting with the progress of an account's sample data. They are loaded at most once. */
const KEY = 'sample_data'

const own = (userId: string) => and(eq(settings.userId, userId), eq(settings.key, KEY))

/** The progress of an account's sample data; null if they were not requested. */
export async function getSampleData(db: Db, userId: string): Promise<SampleData | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(own(userId))
  return (row?.value as SampleData | undefined) ?? null
}

/** Whether an account has no data that could be confused with sample data. */
async function isAccountEmpty(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from ${mailAccounts} where user_id = ${userId})
      and not exists (select from ${contacts} where user_id = ${userId})
      and not exists (select from ${sequences} where user_id = ${userId}) as empty`)
  return row!.empty
}

/**
 * The content of the sandbox's card about sample data. Null offers to load them, for an empty account that has not finished its first
 * steps. @returns undefined if there is no card
 */
export async function getSampleCard(db: Db, userId: string, firstSteps: FirstSteps | null) {
  const known = await getSampleData(db, userId)
  if (known?.status === 'completed') return undefined
  if (known) return { status: known.status, done: known.done, error: known.error }
  if (!firstSteps || firstSteps.mailbox || firstSteps.sequence) return undefined
  return (await isAccountEmpty(db, userId)) ? null : undefined
}

/**
 * Starts loading sample data into an empty account. Idempotent; after a failure, it continues where it stopped.
 * @throws AppError CONFLICT if the account has mailboxes, contacts or sequences
 */
export async function startSampleData(db: Db, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await getSampleData(tx, userId)
    if (!known && !(await isAccountEmpty(tx, userId)))
      throw new AppError(
        'CONFLICT',
        'Sample data can only be loaded into an empty account. This one has mailboxes, contacts or sequences.',
      )
    if (known?.status === 'completed') return
    const value: SampleData = { status: 'running', startedAt: now.toISOString(), done: 0, error: null }
    await tx
      .insert(settings)
      .values({ userId, key: KEY, value })
      .onConflictDoUpdate({
        target: [settings.userId, settings.key],
        set: { value: sql`${settings.value} || '{"status": "running", "error": null}'` },
        setWhere: sql`${settings.value} ->> 'status' = 'failed'`,
      })
    await enqueue(tx, 'load-sample-data', { userId })
  })
}

/** Stores the progress of the sample data. */
export async function saveSampleData(db: Db, userId: string, change: Partial<SampleData>): Promise<void> {
  await db
    .update(settings)
    .set({ value: sql`${settings.value} || ${JSON.stringify(change)}::jsonb` })
    .where(and(own(userId), ne(sql`${settings.value} ->> 'status'`, 'completed')))
}
