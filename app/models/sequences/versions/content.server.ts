import { and, asc, eq, isNull } from 'drizzle-orm'
import { sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { listVariants } from '../variants.server'
import type { SequenceContent, SettingsContent } from './content'

/** Reads the settings and steps of a sequence as a version keeps them. The caller has checked the owner. */
export async function readContent(tx: Db, sequenceId: string): Promise<SequenceContent> {
  const [row] = await tx
    .select({
      name: sequences.name,
      description: sequences.description,
      timezone: sequences.timezone,
      skipWeekends: sequences.skipWeekends,
      contactLimit: sequences.contactLimit,
      maxEmailsPerContactPerWeek: sequences.maxEmailsPerContactPerWeek,
      senderAccountId: sequences.senderAccountId,
      sendAsEmail: sequences.sendAsEmail,
      mailboxIds: sequences.mailboxIds,
      trackingEnabled: sequences.trackingEnabled,
      startDate: sequences.startDate,
      sendDays: sequences.sendDays,
      latestSendTime: sequences.latestSendTime,
      holidays: sequences.holidays,
      holidayDates: sequences.holidayDates,
      useContactTimezone: sequences.useContactTimezone,
    })
    .from(sequences)
    .where(eq(sequences.id, sequenceId))
  const settings: SettingsContent = { ...row!, startDate: row!.startDate?.toISOString() ?? null }
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
    settings,
    steps: rows.map(({ sequenceId: _s, archivedAt: _a, createdAt: _c, ...step }) => ({
      ...step,
      variants: variants.get(step.id) ?? [],
    })),
  }
}
