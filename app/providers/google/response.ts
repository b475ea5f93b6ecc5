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

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const field = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined)
