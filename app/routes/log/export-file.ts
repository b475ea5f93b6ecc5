import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { notFound } from '~/errors'
import { page } from '~/http/page.server'
import { readFile } from '~/models/jobs/file.server'
import { getLogExport } from '~/models/reports/log-export.server'

/** The file of an export, for the user who requested it, until it expires. */
export const loader = page(async ({ db, userId, params }) => {
  const { fileId, status, size, name } = await getLogExport(db, userId, params.jobId!)
  if (!fileId || status !== 'completed') notFound('Export not found')
  return new Response(createReadableStreamFromReadable(Readable.from(readFile(db, fileId))), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
})
