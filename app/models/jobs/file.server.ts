import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { jobFileChunks, jobFiles, queueJobs } from '#drizzle/schema'
import type { Db } from '~/db.server'

const CHUNK = 256 * 1024

export interface NewFile {
  userId: string
  queueJobId: string | null
  purpose: string
  name: string
  contentType: string
  /** Expires after this many hours. */
  hours: number
}

/** Stores a file in chunks while it streams in. Holds one chunk in memory. @returns its id and size in bytes */
export async function storeFile(
  db: Db,
  file: NewFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ id: string; size: number }> {
  const { hours, ...values } = file
  const [row] = await db
    .insert(jobFiles)
    .values({ ...values, expiresAt: sql`now() + make_interval(hours => ${hours})` as unknown as Date })
    .returning({ id: jobFiles.id })
  const id = row!.id
  let size = 0
  let index = 0
  let waiting: Uint8Array[] = []
  let length = 0
  const flush = async () => {
    if (length === 0) return
    await db.insert(jobFileChunks).values({ fileId: id, index: index++, data: Buffer.concat(waiting) })
    waiting = []
    length = 0
  }
  try {
    for await (const part of bytes) {
      size += part.byteLength
      waiting.push(part)
      length += part.byteLength
      if (length >= CHUNK) await flush()
    }
    await flush()
  } catch (error) {
    await db.delete(jobFiles).where(eq(jobFiles.id, id))
    throw error
  }
  await db.update(jobFiles).set({ size }).where(eq(jobFiles.id, id))
  return { id, size }
}

/** Reads a file chunk by chunk. */
export async function* readFile(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let last = -1; ; ) {
    const [chunk] = await db
      .select({ index: jobFileChunks.index, data: jobFileChunks.data })
      .from(jobFileChunks)
      .where(and(eq(jobFileChunks.fileId, id), gt(jobFileChunks.index, last)))
      .orderBy(asc(jobFileChunks.index))
      .limit(1)
    if (!chunk) return
    last = chunk.index
    yield chunk.data
  }
}

/** Deletes a file. */
export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.delete(jobFiles).where(eq(jobFiles.id, id))
}

/** Deletes expired files. */
export async function deleteExpiredFiles(db: Db): Promise<void> {
  await db.delete(jobFiles).where(lt(jobFiles.expiresAt, sql`now()`))
}

/** The file of a finished export, until it expires; null if there is none. */
export async function findExportFile(db: Db, userId: string, jobId: string) {
  const [row] = await db
    .select({ id: jobFiles.id, name: jobFiles.name, contentType: jobFiles.contentType, size: jobFiles.size })
    .from(jobFiles)
    .innerJoin(queueJobs, eq(queueJobs.id, jobFiles.queueJobId))
    .where(
      and(
        eq(queueJobs.id, jobId),
        eq(queueJobs.userId, userId),
        eq(queueJobs.status, 'completed'),
        eq(jobFiles.purpose, 'export'),
        gt(jobFiles.expiresAt, sql`now()`),
      ),
    )
  return row ?? null
}
