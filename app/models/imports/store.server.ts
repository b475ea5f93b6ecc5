import { sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'
import { columnList, columnsOf, FIELD_TYPES } from '~/models/contacts/columns.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { KEPT_IMPORTS } from './reading'
import type { ImportRow } from './row.server'

export const ROW_TYPES: Record<string, 'text' | 'jsonb'> = { ...FIELD_TYPES, custom: 'jsonb' }

/** Inserts contacts whose address is new, of an import or (without `batchId`) of a program, in the order of addresses, so that two imports cannot deadlock. */
export async function insertContacts(
  tx: Db,
  userId: string,
  batchId: string | null,
  industry: string | null,
  rows: readonly StoredRow[],
): Promise<{ id: string; email: string }[]> {
  if (rows.length === 0) return []
  const values = rows.map(rowOf)
  return executePrepared(
    tx,
    sql`
      insert into contacts (user_id, ${columnList()}, custom, industry, metadata, import_batch_id)
      select ${userId}::uuid, ${columnList('r')}, r.custom, ${industry}::text,
             jsonb_build_object('source', case when r.apollo_id is null then 'manual' else 'apollo' end), ${batchId}::uuid
      from ${rowArrays('r', ROW_TYPES, values)}
      order by lower(r.email)
      on conflict do nothing
      returning id, email`,
  )
}

/** What is stored of a row. */
export type StoredRow = Omit<ImportRow, 'stops' | 'others' | 'notes'>

/** The row as columns of `ROW_TYPES`. */
export const rowOf = (row: StoredRow): Record<string, unknown> => ({
  ...columnsOf(row),
  custom: row.custom,
})

/** Finds contacts by address, with the import that created them. Both input and result are in lower case. */
export async function findContacts(
  tx: Db,
  userId: string,
  emails: string[],
): Promise<{ id: string; email: string; batchId: string | null }[]> {
  if (emails.length === 0) return []
  return executePrepared(
    tx,
    sql`
      select id, lower(email) as email, import_batch_id as "batchId" from contacts
      where user_id = ${userId}::uuid and lower(email) = any(${sql.param(emails)}::text[])`,
  )
}

/** A rejected row, with its line in the file. */
export interface RejectedRow {
  row_number: number
  reason: string
  cells: string[]
}

const KEPT_CELLS = 200
/** Longer than the longest value that is accepted. */
const KEPT_LENGTH = 4000

/** Stores rejected rows for the download. Shortens them, and removes characters that PostgreSQL cannot store. */
export async function saveRejects(tx: Db, batchId: string, refused: RejectedRow[]): Promise<void> {
  if (refused.length === 0) return
  const rows = refused.map((row) => ({
    ...row,
    cells: row.cells.slice(0, KEPT_CELLS).map((cell) => keptCell(cell)),
  }))
  await tx.execute(sql`
    insert into import_rejects (batch_id, row_number, reason, cells)
    select ${batchId}::uuid, r.row_number, r.reason, r.cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(row_number int, reason text, cells text[])
    on conflict do nothing`)
}

/** Drops the rejected rows of all but the newest imports, before another one begins. */
export const dropOldRejects = (tx: Db, userId: string) =>
  tx.execute(sql`
    delete from import_rejects where batch_id in (
      select id from import_batches where user_id = ${userId}::uuid and workflow_run_id is null
      order by created_at desc nulls last, id desc offset ${KEPT_IMPORTS - 1}::int)`)

/** Truncates a cell, but never within a character. */
const keptCell = (cell: string) =>
  cell
    .slice(0, KEPT_LENGTH)
    .replaceAll('\0', '\uFFFD')
    .replace(/[\uD800-\uDBFF]$/, '')
