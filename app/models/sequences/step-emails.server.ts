import { and, eq, isNull } from 'drizzle-orm'
import { steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { findPlaceholders, namePlaceholders } from '~/models/templates/placeholders'

/** A step and its template, if any. */
export interface StepEmail {
  id: string
  name: string
  stepType: string
  skipWeekends: boolean
  template: { id: string; subject: string; htmlBody: string; plainTextBody: string | null } | null
}

/** Whether a step sends an email. */
export const sendsEmail = (step: StepEmail) => step.stepType === 'send_email'

/** The steps of a sequence in order, each with its template. */
export async function listStepEmails(db: Db, sequenceId: string): Promise<StepEmail[]> {
  return db
    .select({
      id: steps.id,
      name: steps.name,
      stepType: steps.stepType,
      skipWeekends: steps.skipWeekends,
      template: {
        id: templates.id,
        subject: templates.subject,
        htmlBody: templates.htmlBody,
        plainTextBody: templates.plainTextBody,
      },
    })
    .from(steps)
    .leftJoin(templates, eq(templates.id, steps.templateId))
    .where(and(eq(steps.sequenceId, sequenceId), isNull(steps.archivedAt)))
    .orderBy(steps.order, steps.createdAt)
}

/** Checks that no template of a sequence contains placeholders. @throws AppError CONFLICT */
export async function requireNoPlaceholders(db: Db, id: string): Promise<void> {
  for (const { name, template } of (await listStepEmails(db, id)).filter(sendsEmail)) {
    const found = template ? findPlaceholders(template) : []
    if (found.length > 0)
      throw new AppError(
        'CONFLICT',
        `The template of ${name} still has placeholder text: ${namePlaceholders(found)}. Replace it, then activate the sequence`,
      )
  }
}
