import type { TestServer } from './launch'

/** Rows of a user in tables that name the user only by what they belong to. */
const BELOW: Record<string, string> = {
  users: 'id = $1',
  steps: 'sequence_id in (select id from sequences where user_id = $1)',
  sequence_personas: 'sequence_id in (select id from sequences where user_id = $1)',
  persona_contacts: 'persona_id in (select id from personas where user_id = $1)',
  aliases: 'account_id in (select id from mail_accounts where user_id = $1)',
  sync_cursors: 'mail_account_id in (select id from mail_accounts where user_id = $1)',
  workflow_steps: 'workflow_id in (select id from workflows where user_id = $1)',
  workflow_runs: 'workflow_id in (select id from workflows where user_id = $1)',
  workflow_step_personas:
    'step_id in (select s.id from workflow_steps s join workflows w on w.id = s.workflow_id where w.user_id = $1)',
}

/** Tables without an account, written by the clock, or about the requests themselves: the security log names keys by their random texts. */
const LEFT_OUT = new Set(['sessions', 'sync_cursors', 'security_events'])

/** Columns whose values differ between equal accounts: only their presence is compared. */
const OWN = new Set([
  ...['address_hash', 'account_key', 'google_user_id', 'password', 'token_hash', 'place', 'shard', 'cursor'],
  ...['access_token', 'refresh_token', 'apollo_api_key', 'tracking_token', 'unsubscribe_token'],
  ...[
    'message_id',
    'provider_id',
    'provider_thread_id',
    'dedupe_key',
    'user_data',
    'hash',
    'prefix',
    'secret',
    'previous_secret',
    'key',
    'n',
    'lease',
  ],
])

/** Values that only the test that plants them creates. */
export const PLANTED = { text: 'planted', time: '2001-02-03T04:05:06.000Z', number: 987 }

const isPlanted = (value: unknown) =>
  value === PLANTED.number || /planted|2001-02-03/.test(JSON.stringify(value))

/**
 * All rows of a user, comparable between users who did the same: without ids, times and random texts, unless planted.
 */
export async function likenessOf({ database: { sql } }: TestServer, userId: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and column_name = 'user_id' order by 1`
  const found: string[] = []
  for (const name of [...tables.map((table) => table.name), ...Object.keys(BELOW)]) {
    if (LEFT_OUT.has(name)) continue
    const where = BELOW[name] ?? 'user_id = $1'
    const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${name} t where ${where}`,
      [userId],
    )
    found.push(...rows.map(({ row }) => `${name} ${JSON.stringify(likeness(row))}`))
  }
  return found.sort()
}

function likeness(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).map(([column, value]) => {
    if (value === null || isPlanted(value)) return [column, value]
    if (OWN.has(column) || (column === 'id' && typeof value === 'number')) return [column, 'own']
    const text = JSON.stringify(value)
      .replace(/[0-9a-f]{8}([- ][0-9a-f]{4}){3}[- ][0-9a-f]{12}/gi, 'uuid')
      .replace(/\/u\/[\w-]{43}/g, '/u/token')
      // Keyed hashes of addresses.
      .replace(/"[\w-]{43}"/g, '"hash"')
      .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:\d\d)?/g, 'moment')
    return [column, JSON.parse(text)]
  })
  return Object.fromEntries(entries)
}

/** What one of two users has and the other has not. */
export function differences(one: string[], other: string[]): string[] {
  const left = [...other]
  const extra = one.filter((row) => {
    const at = left.indexOf(row)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [...extra.map((row) => `- ${row}`), ...left.map((row) => `+ ${row}`)]
}
