import { sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { lacksVariable } from '~/models/contacts/columns.server'
import { CONTACT_VARIABLES, NEVER_LACKING, STANDARD_VARIABLES } from '~/models/contacts/variables'
import { parseVariables } from '~/models/shared/variables'
import { placeholderWarnings } from './placeholders'
import type { MailContent } from './render-mail'

/** Contacts without a value of a variable, of all that get the email. */
export interface LackingCount {
  variable: string
  contacts: number
  total: number
  hasDefault: boolean
}

/** The maximum number of contacts that are counted. */
const MAX_COUNTED = 20_000

/** The ids of the contacts that get the email: those of the sequence and its lists, else all of the user. */
export function audienceOf(userId: string, sequenceId: string) {
  const all = sql`select id from contacts where user_id = ${userId}::uuid limit ${MAX_COUNTED}`
  if (!sequenceId) return all
  const own = sql`(select contact_id as id from sequence_contacts where sequence_id = ${sequenceId}::uuid
    union select pc.contact_id from persona_contacts pc
      join sequence_personas sp on sp.persona_id = pc.persona_id where sp.sequence_id = ${sequenceId}::uuid
    limit ${MAX_COUNTED})`
  return sql`${own} union all (select a.id from (${all}) a where not exists (${own}))`
}

/** The ids of the contacts in the lists of the sequences that use a template; of all if it is in none, or they have no contacts. */
export function audienceOfTemplate(userId: string, templateId: string) {
  const all = sql`select id from contacts where user_id = ${userId}::uuid limit ${MAX_COUNTED}`
  const own = sql`(select pc.contact_id as id from persona_contacts pc where pc.persona_id in (
      select sp.persona_id from sequence_personas sp join steps s on s.sequence_id = sp.sequence_id
      left join step_variants v on v.step_id = s.id
      where s.archived_at is null and ${templateId}::uuid in (s.template_id, v.template_id))
    limit ${MAX_COUNTED})`
  return sql`${own} union all (select a.id from (${all}) a where not exists (${own}))`
}

/** The maximum number of variables that are counted. */
const MAX_VARIABLES = 20

/** Counts the contacts that lack a value of the email's variables. */
export async function countLacking(
  db: Db,
  { subject, htmlBody, plainTextBody }: MailContent,
  audience: ReturnType<typeof audienceOf>,
): Promise<LackingCount[]> {
  const used = usedVariables([subject, htmlBody, plainTextBody ?? ''])
  const counted = [...used].filter(([name]) => !NEVER_LACKING.has(name)).slice(0, MAX_VARIABLES)
  if (counted.length === 0) return []
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      lacking: sql<number[]>`array[${sql.join(
        counted.map(([name]) => sql`count(*) filter (where ${lacksVariable(name)})::int`),
        sql`, `,
      )}]`,
    })
    .from(contacts)
    .where(sql`${contacts.id} in (${audience})`)
  return counted.flatMap(([variable, hasDefault], index) => {
    const count = row?.lacking[index] ?? 0
    return count > 0 ? [{ variable, contacts: count, total: row!.total, hasDefault }] : []
  })
}

/** What lacks: `no first name`, or for a field of the user's own `no value`. */
const without = (variable: string): string =>
  `no ${CONTACT_VARIABLES.find(({ name }) => name === variable)?.what ?? 'value for it'}`

/** How many contacts lack a value, as the end of a sentence: `12 of 300 contacts have no first name`. */
export const lackText = ({ variable, contacts, total }: LackingCount): string =>
  `${contacts.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} contacts ${contacts === 1 ? 'has' : 'have'} ${without(variable)}`

/** The warnings about the variables of a saved template, as sentences. */
async function variableWarnings(
  db: Db,
  userId: string,
  template: MailContent & { id: string },
): Promise<string[]> {
  const lacking = await countLacking(db, template, audienceOfTemplate(userId, template.id))
  return lacking.flatMap((lacking) => {
    const { variable, hasDefault } = lacking
    if (!hasDefault)
      return [`{{${variable}}} has no default, and ${lackText(lacking)}. Their emails are held.`]
    const isUnknown = lacking.contacts === lacking.total && !STANDARD_VARIABLES.includes(variable)
    return isUnknown ? [`No contact has a value for {{${variable}}}: they all get the default.`] : []
  })
}

/** What is wrong with a saved template, as sentences, worst first. */
export const warningsOf = async (
  db: Db,
  userId: string,
  template: MailContent & { id: string },
): Promise<string[]> => [...placeholderWarnings(template), ...(await variableWarnings(db, userId, template))]

/** A saved template with its warnings. */
export const withWarnings = async <T extends MailContent & { id: string }>(
  db: Db,
  userId: string,
  template: T,
) => ({
  ...template,
  warnings: await warningsOf(db, userId, template),
})

/** The variables of texts, in order, and whether each has a default wherever it stands. Empty if one is malformed. */
export function usedVariables(texts: string[]): Map<string, boolean> {
  const used = new Map<string, boolean>()
  for (const text of texts) {
    const parsed = parseVariables(text)
    if ('problem' in parsed) return new Map()
    for (const part of parsed.parts) {
      if (typeof part === 'string') continue
      used.set(part.variable, (used.get(part.variable) ?? true) && part.fallback !== null)
    }
  }
  return used
}
