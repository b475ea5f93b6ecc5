import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { notFound } from '~/errors'
import { findKeyCaller, requireAllowed } from '~/http/api/api-key.server'
import { type RouteArgs, requireUser } from '~/http/auth.server'
import { callOf, respondWith } from '~/http/page.server'
import { findExportFile, readFile } from '~/models/jobs/file.server'

/** The file of an export, for the user who requested it, with a session or an API key, until it expires. */
export const loader = (args: RouteArgs) =>
  respondWith(async () => {
    const keyCaller = await findKeyCaller(args, new Headers())
    const call = {
      method: 'GET',
      params: args.params,
      body: {},
      byKey: true,
      deletes: false,
      sends: () => false,
    }
    if (keyCaller) await requireAllowed(args, keyCaller, call)
    const { db, userId, params } = callOf(args, keyCaller ?? (await requireUser(args)))
    const file = await findExportFile(db, userId, params.jobId!)
    if (!file) notFound('There is no file, or it has expired')
    return new Response(createReadableStreamFromReadable(Readable.from(readFile(db, file.id))), {
      headers: {
        'Content-Type': file.contentType,
        'Content-Length': String(file.size),
        'Content-Disposition': `attachment; filename="${file.name}"`,
        'Cache-Control': 'no-store',
      },
    })
  })
