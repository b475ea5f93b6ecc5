import { and, eq } from 'drizzle-orm'
import { sequences, steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { escapeHtml } from '~/models/shared/variables'
import { excerptOf } from '~/models/templates/excerpt.server'
import { fillSample } from '~/models/templates/template.server'

/** Characters of a body that are enough for its first words. */
const MOST = 90

/** The subject and the first words of the templates that a sequence's steps use, for the sample contact, by template id. */
export async function listTexts(
  db: Db,
  userId: string,
  sequenceId: string,
): Promise<Record<string, { subject: string; start: string }>> {
  const rows = await db
    .selectDistinct({ id: templates.id, subject: templates.subject, html: templates.htmlBody })
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .innerJoin(templates, eq(templates.id, steps.templateId))
    .where(and(eq(steps.sequenceId, sequenceId), eq(sequences.userId, userId)))
  return Object.fromEntries(
    rows.map(({ id, subject, html }) => [
      id,
      {
        subject: shorten(fillSample(subject ?? '')),
        start: shorten(excerptOf(fillSample(html ?? '', escapeHtml))),
      },
    ]),
  )
}

/** The beginning of a text, cut between two words. */
function shorten(text: string): string {
  if (text.length <= MOST) return text
  const cut = text.slice(0, MOST)
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || MOST).trimEnd()}…`
}
