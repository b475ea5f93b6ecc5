import { and, asc, eq, isNull } from 'drizzle-orm'
import { sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { listVariants } from '../variants/variants.server'
import { SETTING_KEYS, type SequenceContent, type SettingsContent } from './content'

/** Reads the settings and steps of a sequence as a version keeps them. The caller has checked the owner. */
export async function readContent(tx: Db, sequenceId: string): Promise<SequenceContent> {
  const [row] = await tx.select().from(sequences).where(eq(sequences.id, sequenceId))
  const all = { ...row!, startDate: row!.startDate?.toISOString() ?? null }
  const settings = Object.fromEntries(SETTING_KEYS.map((key) => [key, all[key]]))
  const rows = await tx
    .select()
    .from(steps)
    .where(and(eq(steps.sequenceId, sequenceId), isNull(steps.archivedAt)))
    .orderBy(asc(steps.order), asc(steps.createdAt), asc(steps.id))
  const variants = await listVariants(
    tx,
    rows.map(({ id }) => id),
  )
  return {
    settings: settings as unknown as SettingsContent,
    steps: rows.map(({ sequenceId: _s, archivedAt: _a, createdAt: _c, ...step }) => ({
      ...step,
      variants: variants.get(step.id) ?? [],
    })),
  }
}
