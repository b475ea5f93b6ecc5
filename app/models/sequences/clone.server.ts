import { and, eq } from 'drizzle-orm'
import { sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import type { Sequence } from './sequence'
import { getSequence } from './sequence.server'
import { copyStepEmails } from './variants/step-emails.server'
import { copyVariants } from './variants/variants.server'

/**
 * Copies the settings and steps of a sequence to a draft named "X (Copy)". Branches lead to the copied steps. Emails that were written
 * in a step are copied, too. Does not copy lists, contacts or the start date.
 */
export async function cloneSequence(db: Db, userId: string, id: string): Promise<Sequence> {
  return db.transaction(async (tx) => {
    const [source] = await tx
      .select()
      .from(sequences)
      .where(and(eq(sequences.id, id), eq(sequences.userId, userId)))
    if (!source) notFound('Sequence not found')
    const [copy] = await tx
      .insert(sequences)
      .values({
        userId,
        name: `${source.name.slice(0, 193)} (Copy)`,
        description: source.description,
        timezone: source.timezone,
        sendDays: source.sendDays,
        latestSendTime: source.latestSendTime,
        holidays: source.holidays,
        holidayDates: source.holidayDates,
        useContactTimezone: source.useContactTimezone,
        skipWeekends: source.skipWeekends,
        senderAccountId: source.senderAccountId,
        sendAsEmail: source.sendAsEmail,
        mailboxIds: source.mailboxIds,
        preferSameProvider: source.preferSameProvider,
        trackingEnabled: source.trackingEnabled,
        contactLimit: source.contactLimit,
        maxEmailsPerContactPerWeek: source.maxEmailsPerContactPerWeek,
      })
      .returning({ id: sequences.id })
    const rows = await tx.select().from(steps).where(eq(steps.sequenceId, id))
    const living = rows.filter((step) => !step.archivedAt)
    const ids = new Map<string, string>()
    for (const step of living) {
      const { id: oldId, sequenceId: _s, createdAt: _c, ...fields } = step
      const links = {
        notOpenedStepId: null,
        openedNoReplyStepId: null,
        repliedStepId: null,
        nextActionStepId: null,
      }
      const [made] = await tx
        .insert(steps)
        .values({ ...fields, ...links, sequenceId: copy!.id })
        .returning({ id: steps.id })
      ids.set(oldId, made!.id)
    }
    await copyVariants(tx, ids)
    await copyStepEmails(tx, userId, [...ids.values()])
    for (const step of living) {
      const to = (link: string | null) => (link && ids.get(link)) || null
      await tx
        .update(steps)
        .set({
          notOpenedStepId: to(step.notOpenedStepId),
          openedNoReplyStepId: to(step.openedNoReplyStepId),
          repliedStepId: to(step.repliedStepId),
          nextActionStepId: to(step.nextActionStepId),
        })
        .where(eq(steps.id, ids.get(step.id)!))
    }
    return getSequence(tx, userId, copy!.id)
  })
}
