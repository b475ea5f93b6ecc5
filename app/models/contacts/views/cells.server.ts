import { type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { formatDay } from '~/models/shared/format-time'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Contact } from '../contact'
import { CUSTOM, isColumn } from '../filter/filter'
import { momentOf, numberOf } from '../filter/filter.server'
import type { OwnField } from '../own-fields/type'
import { printValue } from '../own-fields/value'

/** What a column shows that a contact itself does not have. */
const ASKED: Record<string, SQL> = {
  emailsSent: numberOf('emailsSent'),
  lastEmailedAt: momentOf('lastEmailedAt'),
  lastRepliedAt: momentOf('lastRepliedAt'),
  personaId: sql`(select string_agg(p.name, ', ' order by pc.added_at, p.id)
    from persona_contacts pc join personas p on p.id = pc.persona_id where pc.contact_id = contacts.id)`,
  sequenceId: sql`(select string_agg(q.name, ', ' order by e.enrolled_at, q.id)
    from sequence_contacts e join sequences q on q.id = e.sequence_id where e.contact_id = contacts.id)`,
}

/** The texts of the chosen columns of contacts, by contact and in the order of the columns; null where there is nothing. */
export async function readCells(
  db: Db,
  rows: readonly Contact[],
  columns: readonly string[],
  own: readonly OwnField[],
  timezone: string,
): Promise<Map<string, (string | null)[]>> {
  const asked = columns.filter((column) => Object.hasOwn(ASKED, column))
  const facts = await readAsked(
    db,
    rows.map(({ id }) => id),
    asked,
  )
  const day = (at: Date | string | null) => at && formatDay(new Date(at), timezone)
  const cellOf = (contact: Contact, column: string): string | null => {
    if (column.startsWith(CUSTOM)) return ownCell(contact, column.slice(CUSTOM.length), own)
    if (isColumn(column)) return contact[column] || null
    const fact = facts.get(contact.id)?.[column]
    switch (column) {
      case 'industry':
        return contact.industry
      case 'tags':
        return contact.tags.join(', ') || null
      case 'emailDomain':
        return contact.email.split('@').at(-1)!.toLowerCase()
      case 'createdAt':
        return day(contact.createdAt)
      case 'updatedAt':
        return day(contact.updatedAt)
      case 'notOpenedStreak':
        return String(contact.notOpenedStreak)
      case 'lastEmailedAt':
      case 'lastRepliedAt':
        return day((fact as string | null) ?? null)
      default:
        return fact === undefined || fact === null ? null : String(fact)
    }
  }
  return new Map(rows.map((contact) => [contact.id, columns.map((column) => cellOf(contact, column))]))
}

function ownCell({ custom }: Contact, key: string, own: readonly OwnField[]): string | null {
  const value = custom[key]
  return value === undefined
    ? null
    : printValue(value, own.find((field) => field.key === key)?.type === 'date')
}

async function readAsked(db: Db, ids: string[], columns: string[]) {
  if (columns.length === 0 || ids.length === 0) return new Map<string, Record<string, unknown>>()
  const selected = sql.join(
    columns.map((column) => sql`${ASKED[column]!} as ${sql.identifier(column)}`),
    sql`, `,
  )
  const found = await db.execute<{ id: string } & Record<string, unknown>>(
    sql`select contacts.id, ${selected} from contacts where ${isAmong(contacts.id, ids)}`,
  )
  return new Map(found.map((row) => [row.id, row as Record<string, unknown>]))
}
