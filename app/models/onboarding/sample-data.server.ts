import { and, eq, ne, sql } from 'drizzle-orm'
import { contacts, mailAccounts, sequences, settings } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import type { FirstSteps } from './first-steps'
import type { SampleData } from './sample-data'

/** The setting that keeps how far the sample data of an account are: an account gets them once. */
const KEY = 'sample_data'

const own = (userId: string) => and(eq(settings.userId, userId), eq(settings.key, KEY))

/** How far the sample data of an account are; null when they were not requested. */
export async function getSampleData(db: Db, userId: string): Promise<SampleData | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(own(userId))
  return (row?.value as SampleData | undefined) ?? null
}

/** Whether an account has nothing yet that sample data could be confused with. */
export async function isAccountEmpty(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from ${mailAccounts} where user_id = ${userId})
      and not exists (select from ${contacts} where user_id = ${userId})
      and not exists (select from ${sequences} where user_id = ${userId}) as empty`)
  return row!.empty
}

/**
 * What the sandbox's card about sample data shows: null offers them, to an empty account whose first steps are not over.
 * @returns undefined when there is nothing to show
 */
export async function getSampleCard(db: Db, userId: string, firstSteps: FirstSteps | null) {
  const known = await getSampleData(db, userId)
  if (known?.status === 'completed') return undefined
  if (known) return { status: known.status, done: known.done, error: known.error }
  if (!firstSteps || firstSteps.mailbox || firstSteps.sequence) return undefined
  return (await isAccountEmpty(db, userId)) ? null : undefined
}

/**
 * Asks for the sample data of an empty account. A second request changes nothing; after a failure it goes on where it
 * stopped. @throws AppError CONFLICT when the account has mailboxes, contacts or sequences of its own
 */
export async function startSampleData(db: Db, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await getSampleData(tx, userId)
    if (!known && !(await isAccountEmpty(tx, userId)))
      throw new AppError(
        'CONFLICT',
        'Sample data can be loaded into an empty account only: this one has mailboxes, contacts or sequences',
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

/** Stores how far the sample data are. */
export async function saveSampleData(db: Db, userId: string, change: Partial<SampleData>): Promise<void> {
  await db
    .update(settings)
    .set({ value: sql`${settings.value} || ${JSON.stringify(change)}::jsonb` })
    .where(and(own(userId), ne(sql`${settings.value} ->> 'status'`, 'completed')))
}
