import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'
import { probeDatabase } from '~/models/reports/health.server'

/** Ready for requests: 200 if the database can be read and written, otherwise 503 with the reason, which is logged too. */
export async function loader({ context: { app } }: RouteArgs) {
  try {
    await probeDatabase(app.db)
    return Response.json({ ok: true })
  } catch (error) {
    return errorResponse(app, error)
  }
}
