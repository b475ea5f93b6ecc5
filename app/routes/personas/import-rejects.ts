import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { page } from '~/http/page.server'
import { getImport, writeRejects } from '~/models/imports/view.server'

/** The rows that an import rejected, with the reason, as a CSV file. */
export const loader = page(async ({ db, userId, params }) => {
  const found = await getImport(db, userId, params.id!, params.jobId!)
  return new Response(createReadableStreamFromReadable(Readable.from(writeRejects(db, found))), {
    headers: {
      'Content-Type': `text/csv; charset=${found.encoding}`,
      'Content-Disposition': 'attachment; filename="rejected-rows.csv"',
      'Cache-Control': 'no-store',
    },
  })
})
