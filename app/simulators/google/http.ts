import type { IncomingMessage, ServerResponse } from 'node:http'

/** One parsed call to the simulated Google. */
export interface Call {
  req: IncomingMessage
  res: ServerResponse
  method: string
  /** The path below the mount point, e.g. `/token`. */
  path: string
  query: URLSearchParams
  body: Buffer
  /** Mail time when the call arrived. */
  now: Date
}

/** An error response that a handler throws: its status and JSON body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`refused with ${status}`)
  }
}

/** Gmail accepts messages up to 35 MB, including base64. */
const MAX_BODY = 36 * 1024 * 1024

/** The whole request body. @throws Refusal 413 if it exceeds Gmail's limit */
export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new Refusal(413, apiError(413, 'uploadTooLarge', 'Request entity too large'))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The fields of a form-encoded body. */
export const formOf = (call: Call) => new URLSearchParams(call.body.toString('utf8'))

/** The object in a JSON body. @throws Refusal 400, as Google does, for anything else */
export function jsonOf(call: Call): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(call.body.toString('utf8'))
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Falls through to the refusal below.
  }
  throw new Refusal(400, apiError(400, 'badRequest', 'Invalid JSON payload received.', 'INVALID_ARGUMENT'))
}

export function sendJson(call: Pick<Call, 'res' | 'now'>, status: number, body: unknown): void {
  send(call, status, 'application/json; charset=UTF-8', JSON.stringify(body))
}

export function send(call: Pick<Call, 'res' | 'now'>, status: number, type: string, body: string): void {
  const { res, now } = call
  res.statusCode = status
  res.setHeader('Content-Type', type)
  res.setHeader('Cache-Control', 'no-store')
  // The client learns Google's time from this header; it must be the sandbox's time.
  res.setHeader('Date', now.toUTCString())
  res.end(body)
}

/** An error body of Google's APIs; the reason is in `errors`, for newer codes also in `details`. */
export function apiError(code: number, reason: string, message: string, status?: string, detail?: string) {
  return {
    error: {
      code,
      message,
      errors: [{ message, domain: DOMAINS[reason] ?? 'global', reason }],
      ...(status && { status }),
      ...(detail && { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: detail }] }),
    },
  }
}

const DOMAINS: Record<string, string> = {
  rateLimitExceeded: 'usageLimits',
  userRateLimitExceeded: 'usageLimits',
}

/** An error of the token endpoint (RFC 6749, 5.2). @throws always. */
export function refuseToken(status: number, error: string, description: string): never {
  throw new Refusal(status, { error, error_description: description })
}
