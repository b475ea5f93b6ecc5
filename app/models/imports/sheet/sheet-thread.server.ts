import { unzipSync } from 'fflate'
import readSheets, { InvalidInputError } from 'read-excel-file/universal'
import { AppError, invalid } from '~/errors'
import { type Done, refusalAsData } from '~/models/shared/thread/thread.server'
import { MAX_COLUMNS } from '../columns'

/** A workbook, and the name of the sheet that the user chose. */
export interface SheetTask {
  bytes: Uint8Array
  sheet?: string | undefined
}

/** The sheet as CSV in UTF-8, and how many rows it has, with the header; or the sheets that the user must choose from. */
export type SheetResult = { csv: Uint8Array; rows: number } | { sheets: string[] }

/** A file of 20 MB with so much in it is made to fill the memory. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024
const NOT_XLSX = 'The file is not an Excel file (.xlsx), or it is damaged or has a password'

/** The whole of the thread: reads one workbook (ECMA-376). */
export default function work(task: SheetTask): Promise<Done<SheetResult>> {
  return refusalAsData(() => readWorkbook(task))
}

async function readWorkbook({ bytes, sheet }: SheetTask): Promise<SheetResult> {
  requireSmall(bytes)
  const filled = (await sheetsOf(bytes)).filter(({ data }) => data.length > 0)
  if (filled.length === 0) invalid('The file is empty', 'file')
  const chosen = filled.length === 1 && !sheet ? filled[0] : filled.find((one) => one.sheet === sheet)
  if (!chosen) return { sheets: filled.map((one) => one.sheet) }
  if (chosen.data[0]!.length > MAX_COLUMNS)
    invalid(`The file has ${chosen.data[0]!.length} columns. At most ${MAX_COLUMNS} are supported.`, 'file')
  const lines = chosen.data.map((row) => row.map(csvCell).join(','))
  return { csv: new TextEncoder().encode(lines.join('\r\n')), rows: lines.length }
}

/** Refuses what would not fit into memory. The parts are unpacked into as many bytes as they say here, never into more. */
function requireSmall(bytes: Uint8Array): void {
  let unpacked = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize
        return false
      },
    })
  } catch {
    invalid(NOT_XLSX, 'file')
  }
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new AppError('TOO_LARGE', 'The Excel file is too large. Save it as CSV.', { field: 'file' })
}

async function sheetsOf(bytes: Uint8Array) {
  try {
    return await readSheets(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    )
  } catch (error) {
    if (error instanceof InvalidInputError && error.code === 'XLS_FILE_NOT_SUPPORTED')
      invalid('Files of Excel before 2007 cannot be read. Save it as .xlsx or CSV.', 'file')
    return invalid(NOT_XLSX, 'file')
  }
}

/** A cell as people see it: a day without its time, yes or no. A line stays one line, so that rows keep the numbers they have in Excel. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value).replace(/[\r\n]+/g, ' ')
  return `"${text.replaceAll('"', '""')}"`
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
