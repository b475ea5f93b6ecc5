import { invalid, isAppError } from '~/errors'
import { makeThread } from '~/models/shared/thread/thread.server'
import type { SheetResult, SheetTask } from './sheet-thread.server'

/** The largest Excel file, in bytes. It is unpacked in memory, unlike CSV. */
export const MAX_XLSX_BYTES = 20 * 1024 * 1024

export const isXlsx = (name: string): boolean => /\.xlsx$/i.test(name)

const run = makeThread<SheetTask, SheetResult>(
  new URL('./from-source.mjs', import.meta.url),
  'sheet-thread.js',
  {
    memoryMb: 1536,
    // 50,000 rows of 20 columns take 5 s.
    deadlineMs: 60_000,
    mostWaiting: 10,
    busy: 'Reading Excel files takes long right now. Try again in a minute, or save the file as CSV.',
  },
)

/**
 * Reads a sheet of an Excel file in a thread of its own.
 * @param sheet its name; without it, the only one that has rows
 * @throws AppError INVALID if it cannot be read; TOO_LARGE; UNAVAILABLE if it takes too long
 */
export async function readXlsx(bytes: Uint8Array, sheet?: string): Promise<SheetResult> {
  try {
    return await run({ bytes, sheet })
  } catch (error) {
    if (isAppError(error)) throw error
    // The thread has ended, for want of memory.
    return invalid('The Excel file is too large. Save it as CSV.', 'file')
  }
}
