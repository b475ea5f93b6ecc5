import { and, eq, isNull, or } from 'drizzle-orm'
import { sequences, steps, stepVariants, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { displayName } from '~/models/contacts/contact'
import { type Recipient, variablesFor } from '~/models/contacts/variables'
import { escapeHtml, fill, parseVariables, valueFor } from '~/models/shared/variables'
import { excerptOf } from '~/models/templates/excerpt.server'
import { exampleRecipient } from '~/models/templates/live-check.server'

/** Characters of a body that are enough for its first words. */
const MOST = 90

export interface StepTexts {
  /** The contact whose values stand in the texts; null for the sample contact. */
  contact: string | null
  /** The subject and the first words of each template that a step or a variant uses, by the template's id. */
  byTemplate: Record<string, { subject: string; start: string }>
}

/** The emails of a sequence as its newest contact would get them. A value that the contact lacks stands as its variable's name. */
export async function listTexts(db: Db, userId: string, sequenceId: string): Promise<StepTexts> {
  const { contact, recipient } = await exampleRecipient(db, userId, sequenceId)
  const rows = await db
    .selectDistinct({ id: templates.id, subject: templates.subject, html: templates.htmlBody })
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .leftJoin(stepVariants, eq(stepVariants.stepId, steps.id))
    .innerJoin(templates, or(eq(templates.id, steps.templateId), eq(templates.id, stepVariants.templateId)))
    .where(and(eq(steps.sequenceId, sequenceId), eq(sequences.userId, userId), isNull(steps.archivedAt)))
  return {
    contact: contact && displayName(contact),
    byTemplate: Object.fromEntries(
      rows.map(({ id, subject, html }) => [
        id,
        {
          subject: shorten(fillFor(recipient, subject ?? '')),
          start: shorten(excerptOf(fillFor(recipient, html ?? '', escapeHtml))),
        },
      ]),
    ),
  }
}

/** Fills in the variables of a part of a template. A malformed text stays as it is. @param encode for HTML: the escape of a value */
function fillFor(recipient: Recipient, text: string, encode = (value: string) => value): string {
  const parsed = parseVariables(text)
  if ('problem' in parsed) return text
  const values = variablesFor(recipient, '')
  const lacking = parsed.parts.flatMap((part) =>
    typeof part === 'string' || valueFor(part, values) !== null ? [] : [part.variable],
  )
  const named = Object.fromEntries(lacking.map((name) => [name, `[${name}]`]))
  return fill(parsed.parts, { ...values, ...named }, encode).text
}

/** The beginning of a text, cut between two words. */
function shorten(text: string): string {
  if (text.length <= MOST) return text
  const cut = text.slice(0, MOST)
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || MOST).trimEnd()}…`
}
