/** Reads the client libraries' errors by shape, because two copies of their classes may be loaded. */

export interface HttpResponse {
  status: number
  /** The JSON object in the body; empty if there was none. */
  body: Record<string, unknown>
}

/** The HTTP response behind an error; null if there was none. */
export function responseOf(error: unknown): HttpResponse | null {
  const response = field(error, 'response')
  const status = field(response, 'status')
  if (typeof status !== 'number') return null
  const body = field(response, 'data')
  return { status, body: isObject(body) ? body : {} }
}

/** The system's code (`ECONNRESET`, …) behind an error without a response. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; isObject(cause) && depth < 5; cause = cause.cause, depth += 1) {
    if (typeof cause.code === 'string') return cause.code
  }
  return undefined
}

/** Describes a call that got no response. */
export function describeNoResponse(error: unknown): string {
  const code = systemCode(error)
  return code ? `Google could not be reached (${code})` : 'Google did not answer in time'
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const field = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined)
