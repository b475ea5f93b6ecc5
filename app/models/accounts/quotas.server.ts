import { eq, sql } from 'drizzle-orm'
import { jobFiles, personas, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'

/** What one account may keep: far more than people need, so that no program fills the disk of everybody. */
const QUOTAS = {
  templates: { table: templates, most: 5_000, name: 'templates' },
  personas: { table: personas, most: 2_000, name: 'email lists' },
} as const

/** Bytes of uploads and exports at a time. They expire after hours or days. */
const MAX_FILE_BYTES = 1024 ** 3

/** Refuses one more object. Two at the same moment may both pass. @throws AppError CONFLICT */
export async function requireRoomFor(db: Db, userId: string, what: keyof typeof QUOTAS): Promise<void> {
  const { table, most, name } = QUOTAS[what]
  const counted = db.select({ id: table.id }).from(table).where(eq(table.userId, userId)).limit(most)
  if ((await db.$count(counted.as('counted'))) >= most)
    throw new AppError(
      'CONFLICT',
      `At most ${most.toLocaleString('en-US')} ${name}. Delete one that is no longer used.`,
    )
}

/** Refuses a file if those of the account take too much already. @throws AppError CONFLICT */
export async function requireRoomForFile(db: Db, userId: string): Promise<void> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${jobFiles.size}), 0)::float8` })
    .from(jobFiles)
    .where(eq(jobFiles.userId, userId))
  if (row!.bytes >= MAX_FILE_BYTES)
    throw new AppError(
      'CONFLICT',
      'Your uploads and exports take more than 1 GB. Wait until your imports are done.',
    )
}
