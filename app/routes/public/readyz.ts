import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'
import { pingDatabase } from '~/models/reports/health.server'

/** Ready for requests: 200 if the database answers, otherwise 503. */
export async function loader({ context: { app } }: RouteArgs) {
  try {
    await pingDatabase(app.db)
    return Response.json({ ok: true })
  } catch (error) {
    return errorResponse(app, error)
  }
}
