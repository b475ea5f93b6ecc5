import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { id } from './columns'
import { sequences } from './sequences'

/** The states of a sequence that was activated: the first at its activation, then one after each change. */
export const sequenceVersions = pgTable(
  'sequence_versions',
  {
    id: id(),
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequences.id, { onDelete: 'cascade' }),
    /** From 1, without gaps until the oldest ones are deleted. */
    number: integer('number').notNull(),
    /** The author of the change. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** A SequenceContent (app/models/sequences/versions/content.ts). */
    content: jsonb('content').notNull(),
    /**
     * The steps that had been deleted by then, as rows of `steps`: enrollments that stay on this version may still be in their windows.
     * Null until enrollments stay on it.
     */
    deletedSteps: jsonb('deleted_steps'),
    /** The version that this one brought back. */
    restoredFrom: integer('restored_from'),
    /** In microseconds: it tells the version that the same transaction has already written. */
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('sequence_versions_number_key').on(t.sequenceId, t.number),
    check('sequence_versions_number_check', sql`${t.number} >= 1`),
  ],
)
