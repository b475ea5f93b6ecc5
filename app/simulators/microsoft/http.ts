import { randomUUID } from 'node:crypto'
import { type Call, Refusal } from '../http'

/** A message of 25 MB in base64, which is more than Graph itself takes in one request. */
export const MAX_BODY = 36 * 1024 * 1024

/** An error body of Microsoft Graph (learn.microsoft.com/graph/errors). */
export const graphError = (code: string, message: string) => ({
  error: {
    code,
    message,
    innerError: { 'request-id': randomUUID(), 'client-request-id': randomUUID() },
  },
})

/** @throws always. */
export function refuse(status: number, code: string, message: string): never {
  throw new Refusal(status, graphError(code, message))
}

/** Asks to come back later (learn.microsoft.com/graph/throttling). @throws always. */
export function throttle(call: Call, code: string, seconds: number): never {
  call.res.setHeader('Retry-After', String(seconds))
  refuse(429, code, 'Application is over its MailboxConcurrency limit.')
}

/** An error of the token endpoint: its code is in the description (learn.microsoft.com/entra/identity-platform/reference-error-codes). @throws always. */
export function refuseGrant(status: number, error: string, code: number, words: string): never {
  throw new Refusal(status, {
    error,
    error_description: `AADSTS${code}: ${words} Trace ID: ${randomUUID()} Correlation ID: ${randomUUID()}`,
    error_codes: [code],
  })
}
