import { eq, sql } from 'drizzle-orm'
import { sequences, sequenceVersions, type steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Weighted } from '~/engine/variant'
import { isAmong } from '~/models/shared/row-arrays.server'

type StepRow = typeof steps.$inferSelect
type SequenceRow = typeof sequences.$inferSelect

/** A step as a version keeps it. */
interface KeptStep extends Omit<StepRow, 'sequenceId' | 'archivedAt' | 'createdAt'> {
  variants: readonly (Weighted & { templateId: string | null })[]
}

/** The settings of a version that its enrollments keep. Mailboxes, limits and the status are those of the sequence. */
type KeptSettings = Pick<
  SequenceRow,
  | 'timezone'
  | 'useContactTimezone'
  | 'sendDays'
  | 'latestSendTime'
  | 'holidays'
  | 'holidayDates'
  | 'trackingEnabled'
> & {
  /** An ISO moment, or null. */
  startDate: string | null
}

/** A version of a sequence that enrollments stay on. */
export interface KeptVersion {
  id: string
  number: number
  sequenceId: string
  settings: KeptSettings
  /** Its steps by id. Templates and lists that were deleted since are null. */
  steps: ReadonlyMap<string, KeptStep>
  /** The steps that had been deleted before. */
  deletedSteps: readonly StepRow[]
}

/** What `sequence_versions.content` has; see SequenceContent of the sequences, which this area does not know. */
interface Stored {
  settings: KeptSettings
  steps: KeptStep[]
}

/** The ids that a part of a version's content names, as far as the owner of the sequence still has the rows. */
const existing = (table: 'templates' | 'personas', path: string) => sql<string[]>`array(
  select o.id::text from ${sql.identifier(table)} o where o.user_id = ${sequences.userId} and o.id in (
    select (named #>> '{}')::uuid from jsonb_path_query(${sequenceVersions.content}, ${sql.raw(`'${path}'`)}) named))`

/** Loads versions that enrollments stay on, each parsed once. Without ids, it asks nothing. */
export async function loadVersions(
  db: Db,
  versionIds: readonly (string | null)[],
): Promise<Map<string, KeptVersion>> {
  const ids = [...new Set(versionIds.flatMap((id) => id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: sequenceVersions.id,
      number: sequenceVersions.number,
      sequenceId: sequenceVersions.sequenceId,
      content: sequenceVersions.content,
      deletedSteps: sequenceVersions.deletedSteps,
      templates: existing('templates', '$.steps[*].variants[*].templateId'),
      lists: existing('personas', '$.steps[*].personaId'),
    })
    .from(sequenceVersions)
    .innerJoin(sequences, eq(sequences.id, sequenceVersions.sequenceId))
    .where(isAmong(sequenceVersions.id, ids))
  return new Map(
    rows.map(({ content, deletedSteps, templates, lists, ...version }) => {
      const { settings, steps } = content as Stored
      const template = among(templates)
      const list = among(lists)
      const kept = steps.map((step) => ({
        ...step,
        variants: step.variants.map((variant) => ({ ...variant, templateId: template(variant.templateId) })),
        personaId: list(step.personaId),
      }))
      return [
        version.id,
        {
          ...version,
          settings,
          steps: new Map(kept.map((step) => [step.id, step])),
          deletedSteps: (deletedSteps ?? []) as StepRow[],
        },
      ]
    }),
  )
}

/** A function that returns an id if it is among these, else null. */
function among(ids: readonly string[]): (id: string | null) => string | null {
  const known = new Set(ids)
  return (id) => (id && known.has(id) ? id : null)
}
