import { type Call, Refusal } from '../http'

/** Gmail accepts messages up to 35 MB, including base64. */
export const MAX_BODY = 36 * 1024 * 1024

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
