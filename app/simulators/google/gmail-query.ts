import { arrayContains, eq, gte, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { sandboxEntries, sandboxMails } from '#drizzle/schema/sandbox'

const UNIT: Record<string, number> = { h: 3_600_000, d: 86_400_000, m: 30 * 86_400_000, y: 365 * 86_400_000 }

/** Gmail's search operators that are simulated, as conditions; other words are searched for in the subject. */
export function searchConditions(q: string, now: Date): SQL[] {
  const terms = q.match(/-?[a-z_]+:"[^"]*"|"[^"]*"|\S+/gi) ?? []
  return terms.flatMap((term) => {
    const [, minus, operator, quoted] = /^(-?)([a-z_]+):(.+)$/i.exec(term) ?? [null, '', '', term]
    const value = quoted!.replace(/^["(]|[")]$/g, '')
    const condition = conditionOf(operator!.toLowerCase(), value, now)
    return condition ? [minus ? not(condition) : condition] : []
  })
}

function conditionOf(operator: string, value: string, now: Date): SQL | undefined {
  switch (operator) {
    case 'to':
      return contains(sandboxMails.recipient, value)
    case 'from':
      return contains(sandboxMails.sender, value)
    case 'subject':
    case '':
      return contains(sandboxMails.subject, value)
    case 'in':
      // Chats, of which there are none, and drafts have other names as labels.
      return arrayContains(sandboxEntries.labels, [value.toUpperCase().replace(/S$/, '')])
    case 'rfc822msgid': {
      const bare = value.replace(/^<|>$/g, '')
      return or(eq(sandboxEntries.messageId, bare), eq(sandboxEntries.messageId, `<${bare}>`))
    }
    case 'after':
      return gte(sandboxEntries.internalDate, dateOf(value))
    case 'before':
      return lt(sandboxEntries.internalDate, dateOf(value))
    case 'newer_than':
      return gte(sandboxEntries.internalDate, ago(value, now))
    case 'older_than':
      return lt(sandboxEntries.internalDate, ago(value, now))
    default:
      return sql`false`
  }
}

const contains = (
  column: typeof sandboxMails.recipient | typeof sandboxMails.subject | typeof sandboxMails.sender,
  text: string,
) => sql`strpos(lower(${column}), ${text.toLowerCase()}) > 0`

/** Seconds since 1970, or a day written YYYY/MM/DD. */
const dateOf = (value: string) =>
  /^\d{6,}$/.test(value)
    ? new Date(Number(value) * 1000)
    : new Date(`${value.replaceAll('/', '-')}T00:00:00Z`)

function ago(value: string, now: Date): Date {
  const [, amount, unit] = /^(\d+)([hdmy])$/.exec(value) ?? [null, '0', 'd']
  return new Date(now.getTime() - Number(amount) * UNIT[unit!]!)
}
