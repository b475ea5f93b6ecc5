import { z } from 'zod'
import { CSV_ENCODINGS, type CsvEncoding } from '~/models/shared/csv/encoding'
import { EXISTING, type Existing } from './existing'
import { DATES, type Dates, NUMBERS, type Numbers } from './notation'

/** The fields of the call that imports a file. Its route reads them from the multipart form. */
export const ImportUpload = z.strictObject({
  file: z.unknown(),
  personaId: z.uuid(),
  columns: z.string().optional(),
  existing: z.enum(Object.keys(EXISTING) as [Existing, ...Existing[]]).optional(),
  encoding: z.enum(Object.keys(CSV_ENCODINGS) as [CsvEncoding, ...CsvEncoding[]]).optional(),
  headerRow: z.int().min(1).optional(),
  dates: z.enum(Object.keys(DATES) as [Dates, ...Dates[]]).optional(),
  numbers: z.enum(Object.keys(NUMBERS) as [Numbers, ...Numbers[]]).optional(),
  sheet: z.string().optional(),
  tags: z.string().optional(),
})
