import { getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  installationKeys,
  integrations,
  mailAccounts,
  mailboxImportRows,
  oauthFlows,
  users,
  webhookEndpoints,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Sealer } from '~/secrets.server'

/** All columns with sealed texts, and the column that provides their associated data. */
export const SEALED: { table: PgTable; id: PgColumn; columns: PgColumn[] }[] = [
  { table: installationKeys, id: installationKeys.name, columns: [installationKeys.sealed] },
  { table: users, id: users.id, columns: [users.googleAccessToken, users.apolloApiKey] },
  {
    table: mailAccounts,
    id: mailAccounts.id,
    columns: [mailAccounts.accessToken, mailAccounts.refreshToken, mailAccounts.password],
  },
  {
    table: integrations,
    id: integrations.id,
    columns: [integrations.accessToken, integrations.refreshToken],
  },
  {
    table: webhookEndpoints,
    id: webhookEndpoints.id,
    columns: [webhookEndpoints.secret, webhookEndpoints.previousSecret],
  },
  { table: mailboxImportRows, id: mailboxImportRows.id, columns: [mailboxImportRows.cells] },
  { table: oauthFlows, id: oauthFlows.stateHash, columns: [oauthFlows.codeVerifier] },
]

const BATCH = 500

/**
 * Reseals texts that are sealed under a previous APP_SECRET, table by table in batches. Rows are locked only during their batch, and
 * processes that know both secrets keep working. Texts that a process with the old setting writes later are left to the next run.
 * @returns how many texts were resealed
 */
export async function resealAll(db: Db, sealer: Sealer, signal: AbortSignal): Promise<number> {
  let total = 0
  for (const { table, id, columns } of SEALED) {
    for (const column of columns) {
      let last = ''
      while (!signal.aborted) {
        const ids = await resealBatch(db, sealer, { table, id, column }, last)
        total += ids.length
        if (ids.length < BATCH) break
        last = ids.at(-1)!
      }
    }
  }
  return total
}

interface SealedColumn {
  table: PgTable
  id: PgColumn
  column: PgColumn
}

async function resealBatch(
  db: Db,
  sealer: Sealer,
  { table, id, column }: SealedColumn,
  after: string,
): Promise<string[]> {
  const key = sql<string>`${id}::text`
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: key, sealed: sql<string>`${column}` })
      .from(table)
      .where(sql`${key} > ${after} and ${column} is not null and not starts_with(${column}, ${sealer.mark})`)
      .orderBy(key)
      .limit(BATCH)
      .for('update')
    if (rows.length === 0) return []
    const sealed = rows.map((row) => ({ id: row.id, sealed: reseal(sealer, row, getTableName(table)) }))
    await tx.execute(sql`
      update ${table} set ${sql.identifier(column.name)} = v.sealed
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as v(id text, sealed text)
      where ${id}::text = v.id`)
    return rows.map((row) => row.id)
  })
}

function reseal(sealer: Sealer, row: { id: string; sealed: string }, table: string): string {
  try {
    return sealer.seal(sealer.open(row.sealed, row.id), row.id)
  } catch (cause) {
    throw new Error(`${table} ${row.id} is sealed under neither the current nor a previous secret`, { cause })
  }
}
