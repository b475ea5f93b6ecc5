import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { mailAccounts, personas, sequences, sequenceVersions, steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { lockSequence } from '~/models/shared/locks.server'
import type { SequenceChange } from '../sequence'
import { enqueueReplan, updateSequence } from '../sequence.server'
import { mainTemplate } from '../variants/variants'
import { saveVariants } from '../variants/variants.server'
import { isSame, SETTING_KEYS, type SequenceContent } from './content'
import { readContent } from './content.server'
import { changeAndKeepVersion, isOfThisTransaction } from './keep.server'

/** The content of a version. @throws AppError NOT_FOUND, also if the user does not own the sequence */
export async function getVersion(
  db: Db,
  userId: string,
  sequenceId: string,
  number: number,
): Promise<{ id: string; content: SequenceContent }> {
  const [row] = await db
    .select({ id: sequenceVersions.id, content: sequenceVersions.content })
    .from(sequenceVersions)
    .innerJoin(sequences, eq(sequences.id, sequenceVersions.sequenceId))
    .where(
      and(
        eq(sequenceVersions.sequenceId, sequenceId),
        eq(sequenceVersions.number, number),
        eq(sequences.userId, userId),
      ),
    )
  return (row as { id: string; content: SequenceContent } | undefined) ?? notFound('Version not found')
}

/**
 * Brings back the settings and steps of an earlier version, as a new version, and replans the sequence. Deleted steps come back with their
 * ids, and steps that the version did not have are deleted. Templates, lists and mailboxes that no longer exist are left out: emails of a
 * step without a template wait until one is chosen.
 * @throws AppError NOT_FOUND; CONFLICT if the version has no steps; INVALID if no mailbox may send as its address
 */
export async function restoreVersion(
  db: Db,
  userId: string,
  sequenceId: string,
  number: number,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, sequenceId)
    const { content } = await getVersion(tx, userId, sequenceId, number)
    if (content.steps.length === 0)
      throw new AppError('CONFLICT', 'This version has no steps: nothing would be sent. Choose another one.')
    await changeAndKeepVersion(tx, sequence, async () => {
      const restored = await withoutMissing(tx, userId, content)
      await writeSteps(tx, sequenceId, restored)
      await updateSequence(tx, userId, sequenceId, await changedSettings(tx, sequenceId, restored), now)
      // Again, because a change of the weekends applies to all steps.
      await writeSteps(tx, sequenceId, restored)
      await enqueueReplan(tx, sequenceId, 'following')
    })
    await tx
      .update(sequenceVersions)
      .set({ restoredFrom: number })
      .where(and(eq(sequenceVersions.sequenceId, sequenceId), isOfThisTransaction))
  })
}

/** The content without the templates, lists and mailboxes that were deleted since. */
async function withoutMissing(
  tx: Db,
  userId: string,
  { settings, steps: kept }: SequenceContent,
): Promise<SequenceContent> {
  const templateIds = kept.flatMap((step) => [
    step.templateId,
    ...step.variants.map(({ templateId }) => templateId),
  ])
  const mailboxIds = [...settings.mailboxIds, settings.senderAccountId]
  const [template, persona, mailbox] = await Promise.all([
    existing(templateIds, (ids) =>
      tx
        .select({ id: templates.id })
        .from(templates)
        .where(and(inArray(templates.id, ids), eq(templates.userId, userId))),
    ),
    existing(
      kept.map(({ personaId }) => personaId),
      (ids) =>
        tx
          .select({ id: personas.id })
          .from(personas)
          .where(and(inArray(personas.id, ids), eq(personas.userId, userId))),
    ),
    existing(mailboxIds, (ids) =>
      tx
        .select({ id: mailAccounts.id })
        .from(mailAccounts)
        .where(
          and(
            inArray(mailAccounts.id, ids),
            eq(mailAccounts.userId, userId),
            ne(mailAccounts.status, 'disconnected'),
          ),
        ),
    ),
  ])
  return {
    settings: {
      ...settings,
      senderAccountId: mailbox(settings.senderAccountId),
      mailboxIds: settings.mailboxIds.filter(mailbox),
    },
    steps: kept.map((step) => {
      const variants = step.variants.map((variant) => ({
        ...variant,
        templateId: template(variant.templateId),
      }))
      const templateId = variants.length > 0 ? mainTemplate(variants) : template(step.templateId)
      return { ...step, variants, templateId, personaId: persona(step.personaId) }
    }),
  }
}

/** A function that returns an id if it exists, else null. */
async function existing(
  ids: (string | null)[],
  read: (ids: string[]) => PromiseLike<{ id: string }[]>,
): Promise<(id: string | null) => string | null> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  const found = new Set(wanted.length > 0 ? (await read(wanted)).map(({ id }) => id) : [])
  return (id) => (id && found.has(id) ? id : null)
}

/** Stores the steps and deletes all others of the sequence. */
async function writeSteps(tx: Db, sequenceId: string, { steps: kept }: SequenceContent): Promise<void> {
  const ids = kept.map(({ id }) => id)
  await tx
    .update(steps)
    .set({ archivedAt: sql`now()` })
    .where(and(eq(steps.sequenceId, sequenceId), isNull(steps.archivedAt), notInArray(steps.id, ids)))
  for (const { id, variants, ...fields } of kept) {
    await tx
      .update(steps)
      .set({ ...fields, archivedAt: null })
      .where(and(eq(steps.id, id), eq(steps.sequenceId, sequenceId)))
    await saveVariants(tx, id, variants)
  }
}

/** The settings that differ from the current ones. */
async function changedSettings(
  tx: Db,
  sequenceId: string,
  { settings }: SequenceContent,
): Promise<SequenceChange> {
  const current = (await readContent(tx, sequenceId)).settings
  const changed = SETTING_KEYS.filter((key) => !isSame(settings[key], current[key]))
  const { startDate } = settings
  const values = { ...settings, startDate: startDate === null ? null : new Date(startDate) }
  return Object.fromEntries(changed.map((key) => [key, values[key]]))
}
