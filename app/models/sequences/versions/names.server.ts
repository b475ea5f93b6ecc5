import { and, eq, inArray } from 'drizzle-orm'
import { mailAccounts, personas, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Names, SequenceContent } from './content'

/** The names of the user's templates, email lists and mailboxes that these states of a sequence mention. */
export async function loadMentionedNames(
  db: Db,
  userId: string,
  contents: readonly SequenceContent[],
): Promise<Names> {
  const steps = contents.flatMap((content) => content.steps)
  const idsOf = (ids: (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]
  const templateIds = idsOf(
    steps.flatMap((step) => [step.templateId, ...step.variants.map(({ templateId }) => templateId)]),
  )
  const listIds = idsOf(steps.map(({ personaId }) => personaId))
  const mailboxIds = idsOf(
    contents.flatMap(({ settings }) => [...settings.mailboxIds, settings.senderAccountId]),
  )
  const rows = await Promise.all([
    db
      .select({ id: templates.id, name: templates.name })
      .from(templates)
      .where(and(inArray(templates.id, templateIds), eq(templates.userId, userId))),
    db
      .select({ id: personas.id, name: personas.name })
      .from(personas)
      .where(and(inArray(personas.id, listIds), eq(personas.userId, userId))),
    db
      .select({ id: mailAccounts.id, name: mailAccounts.email })
      .from(mailAccounts)
      .where(and(inArray(mailAccounts.id, mailboxIds), eq(mailAccounts.userId, userId))),
  ])
  return Object.fromEntries(rows.flat().map(({ id, name }) => [id, name]))
}
