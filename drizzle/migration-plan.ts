/** What a migration keeps other transactions from, as far as its statements tell. */
export interface PlannedMigration {
  name: string
  /** A sentence for the operator. */
  blocks: string
}

interface Rule {
  statement: RegExp
  /** What the statement does to an existing table; null if it keeps nobody waiting. */
  blocks: ((table: string) => string) | null
}

const aMoment = (table: string) => `needs ${table} alone for a moment`

/**
 * The locks of PostgreSQL's statements (manual, "Explicit Locking" and ALTER TABLE), the first rule that fits. The first group of an
 * expression is the table.
 */
const RULES: Rule[] = [
  {
    statement:
      /^(?:create (?:or replace )?(?:table|schema|type|extension)|(?:create (?:or replace )?|alter |drop )function)\b/,
    blocks: null,
  },
  { statement: /^comment on\b/, blocks: null },
  { statement: /^alter table (\S+) validate constraint\b/, blocks: null },
  {
    statement: /^create (?:unique )?index \S+ on (\S+)/,
    blocks: (table) => `blocks writes to ${table} while an index is built`,
  },
  { statement: /^alter table (\S+) add constraint .* not valid$/, blocks: aMoment },
  {
    statement: /^alter table (\S+) add constraint\b/,
    blocks: (table) => `blocks writes to ${table} while its rows are checked`,
  },
  { statement: /^alter table (\S+) (?:add column|drop column|drop constraint)\b/, blocks: aMoment },
  {
    statement: /^alter table (\S+) alter column \S+ (?:set default|drop default|drop not null)\b/,
    blocks: aMoment,
  },
  { statement: /^alter table (\S+) set \(/, blocks: aMoment },
  {
    statement: /^alter table (\S+) alter column\b/,
    blocks: (table) => `blocks reads and writes of ${table} while its rows are read`,
  },
  { statement: /^(?:create (?:or replace )?trigger \S+|drop trigger \S+) .*?\bon (\S+)/, blocks: aMoment },
  { statement: /^drop table (?:if exists )?(\S+)/, blocks: aMoment },
  {
    statement: /^drop index (?:if exists )?(\S+)/,
    blocks: (index) => `needs the table of the index ${index} alone for a moment`,
  },
]

/**
 * Says what a migration blocks, from its text. Tables that it creates keep nobody waiting. A statement that no rule knows, such as one that
 * changes rows, is named as unknown instead of guessed.
 */
export function planMigration(name: string, text: string): PlannedMigration {
  const statements = text
    .split('--> statement-breakpoint')
    .map((statement) =>
      statement
        .replace(/--.*$/gm, '')
        .replaceAll('"', '')
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/;$/, '')
        .toLowerCase(),
    )
    .filter(Boolean)
  const created = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?(\S+)/.exec(statement)?.[1] ?? []),
  )
  const found = new Set(statements.flatMap((statement) => blocksOf(statement, created)))
  return { name, blocks: [...found].join('; ') || 'blocks nothing' }
}

function blocksOf(statement: string, created: Set<string>): string[] {
  for (const { statement: expression, blocks } of RULES) {
    const match = expression.exec(statement)
    if (!match) continue
    const table = match[1] ?? ''
    return blocks && !created.has(table) ? [blocks(table)] : []
  }
  return [`unknown: ${statement.split(' ').slice(0, 3).join(' ')} …`]
}
