import { timingSafeEqual } from 'node:crypto'
import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'
import { renderMetrics } from '~/models/reports/metrics.server'

/** Metrics for Prometheus: for programs on this machine, and for those with METRICS_TOKEN. */
export async function loader({ request, context: { app, local } }: RouteArgs) {
  if (!mayRead(request, local, app.env.metricsToken)) return new Response('Not found', { status: 404 })
  try {
    const { contentType, text } = await renderMetrics(app)
    return new Response(text, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } })
  } catch (error) {
    return errorResponse(app, error)
  }
}

function mayRead({ headers }: Request, local: boolean, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1]
  if (!token || !given) return local
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
