import { and, eq, isNull, sql } from 'drizzle-orm'
import { contacts, sequenceContacts, sequences, steps, stepVariants, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { CONTACT_VARIABLES } from '~/models/contacts/variables'
import { usedVariables } from '~/models/templates/lacking.server'

/** Fields that say when it is what time for the contact. */
const OF_ZONE = ['timezone', 'state', 'country']
/** Fields that other fields' variables are made of. */
const OF_NAME = ['name', 'firstName', 'lastName']

/**
 * Whether a change of a contact changes its next emails: whom they go to, what they say, or when they leave. So it is for the address, and for
 * each field that a running sequence of the contact merges or takes its time from.
 * @param change the body of a call: fields with their new values; those with their present value are no change
 */
export async function changesEmails(
  db: Db,
  userId: string,
  contactId: string,
  change: Record<string, unknown>,
): Promise<boolean> {
  const running = await db
    .select({ id: sequences.id, byZone: sequences.useContactTimezone })
    .from(sequenceContacts)
    .innerJoin(sequences, eq(sequences.id, sequenceContacts.sequenceId))
    .where(
      and(
        eq(sequenceContacts.contactId, contactId),
        eq(sequenceContacts.userId, userId),
        eq(sequenceContacts.status, 'active'),
        eq(sequences.status, 'running'),
      ),
    )
  if (running.length === 0) return false
  const [contact] = await db.select().from(contacts).where(eq(contacts.id, contactId))
  const changed = changedFields(change, contact!)
  if (changed.has('email')) return true
  if (running.some(({ byZone }) => byZone) && OF_ZONE.some((field) => changed.has(field))) return true
  const merged = CONTACT_VARIABLES.flatMap(({ name, field }) =>
    (field === 'name' ? OF_NAME : [field]).some((one) => changed.has(one)) ? [name] : [],
  )
  const custom = changed.has('custom') ? changedFields(change.custom ?? {}, contact!.custom) : []
  const variables = [...merged, ...custom]
  if (variables.length === 0) return false
  const used = await variablesOf(
    db,
    running.map(({ id }) => id),
  )
  return variables.some((name) => used.has(name))
}

/** The names whose values differ. */
const changedFields = (change: object, present: object): Set<string> =>
  new Set(
    Object.entries(change).flatMap(([name, value]) =>
      JSON.stringify(value) === JSON.stringify((present as Record<string, unknown>)[name]) ? [] : [name],
    ),
  )

/** The variables in the emails of sequences. */
async function variablesOf(db: Db, sequenceIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({
      subject: templates.subject,
      html: templates.htmlBody,
      text: sql<string>`coalesce(${templates.plainTextBody}, '')`,
    })
    .from(steps)
    .leftJoin(stepVariants, eq(stepVariants.stepId, steps.id))
    .innerJoin(templates, sql`${templates.id} in (${steps.templateId}, ${stepVariants.templateId})`)
    .where(and(isNull(steps.archivedAt), sql`${steps.sequenceId} = any(${sql.param(sequenceIds)}::uuid[])`))
  return new Set(rows.flatMap(({ subject, html, text }) => [...usedVariables([subject, html, text]).keys()]))
}
