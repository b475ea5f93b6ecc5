import { and, eq, isNull, sql } from 'drizzle-orm'
import { steps, stepVariants, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { findPlaceholders, namePlaceholders } from '~/models/templates/placeholders'

/** A step and its template, if any. A step with several active variants has one for each. */
export interface StepEmail {
  id: string
  name: string
  stepType: string
  skipWeekends: boolean
  /** Whether the step has several active variants. */
  isVariant: boolean
  template: {
    id: string
    name: string
    subject: string
    htmlBody: string
    plainTextBody: string | null
  } | null
}

/** Whether a step sends an email. */
export const sendsEmail = (step: StepEmail) => step.stepType === 'send_email'

/** The steps of a sequence in order, each with its template, or those of its active variants. */
export async function listStepEmails(db: Db, sequenceId: string): Promise<StepEmail[]> {
  const templateId = sql`case when ${stepVariants.stepId} is null then ${steps.templateId} else ${stepVariants.templateId} end`
  const rows = await db
    .select({
      id: steps.id,
      name: steps.name,
      stepType: steps.stepType,
      skipWeekends: steps.skipWeekends,
      template: {
        id: templates.id,
        name: templates.name,
        subject: templates.subject,
        htmlBody: templates.htmlBody,
        plainTextBody: templates.plainTextBody,
      },
    })
    .from(steps)
    .leftJoin(stepVariants, and(eq(stepVariants.stepId, steps.id), stepVariants.active))
    .leftJoin(templates, eq(templates.id, templateId))
    .where(and(eq(steps.sequenceId, sequenceId), isNull(steps.archivedAt)))
    .orderBy(steps.order, steps.createdAt, stepVariants.place)
  return rows.map((row) => ({ ...row, isVariant: rows.filter(({ id }) => id === row.id).length > 1 }))
}

/** A step's template in a sentence. */
export const nameTemplate = ({ name, template, isVariant }: StepEmail): string =>
  isVariant && template ? `The variant ${template.name} of ${name}` : `The template of ${name}`

/** Checks that no template of a sequence contains placeholders. @throws AppError CONFLICT */
export async function requireNoPlaceholders(db: Db, id: string): Promise<void> {
  for (const step of (await listStepEmails(db, id)).filter(sendsEmail)) {
    const { template } = step
    const found = template ? findPlaceholders(template) : []
    if (found.length > 0)
      throw new AppError(
        'CONFLICT',
        `${nameTemplate(step)} still has placeholder text: ${namePlaceholders(found)}. Replace it, then activate the sequence`,
      )
  }
}
