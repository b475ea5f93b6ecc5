import { timingSafeEqual } from 'node:crypto'
import { isLoopback } from '~/env.server'
import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'
import { renderMetrics } from '~/models/metrics.server'

/** Figures for Prometheus: for programs on this machine, and for those that know METRICS_TOKEN. */
export async function loader({ request, context: { app, address } }: RouteArgs) {
  if (!mayRead(request, address, app.env)) return new Response('Not found', { status: 404 })
  try {
    const { contentType, text } = await renderMetrics(app)
    return new Response(text, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } })
  } catch (error) {
    return errorResponse(app, error)
  }
}

function mayRead(
  { headers }: Request,
  address: string,
  { metricsToken, trustProxy }: RouteArgs['context']['app']['env'],
): boolean {
  const given = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1]
  if (metricsToken && given) {
    const [a, b] = [Buffer.from(given), Buffer.from(metricsToken)]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  // What a proxy that we were not told of passes on comes from anywhere.
  const passedOn = trustProxy === 0 && headers.has('x-forwarded-for')
  return !passedOn && isLoopback(address.replace(/^::ffff:/, ''))
}
