import { describe, expect, it } from 'vitest'
import { gmailFailure } from '~/providers/mail/gmail/failure'

/** An error as the client library throws it. */
const failedWith = (status: number, error: unknown) =>
  Object.assign(new Error('failed'), { response: { status, data: { error } } })
const reason = (status: number, name: string, message = 'words') =>
  failedWith(status, { code: status, message, errors: [{ reason: name, message }] })
const detail = (status: number, name: string, message = 'words') =>
  failedWith(status, { code: status, message, details: [{ '@type': 'x' }, { reason: name }] })

describe('Gmail failures', () => {
  it.each([
    ['invalid argument', reason(400, 'invalidArgument', 'Recipient address required'), 'refused'],
    ['bad request', reason(400, 'badRequest'), 'refused'],
    ['400 without a reason', failedWith(400, { message: 'words' }), 'refused'],
    ['message too large', reason(413, 'uploadTooLarge'), 'refused'],
    ['no mailbox', reason(400, 'failedPrecondition', 'Mail service not enabled'), 'auth'],
    ['no mailbox, by status', failedWith(400, { message: 'words', status: 'FAILED_PRECONDITION' }), 'auth'],
    ['bad token', reason(401, 'authError'), 'auth'],
    ['missing permission', reason(403, 'insufficientPermissions'), 'auth'],
    ['missing scope, by detail', detail(403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'auth'],
    ['blocked by the administrator', reason(403, 'domainPolicy'), 'auth'],
    ['rate limit as 403', reason(403, 'rateLimitExceeded'), 'retry'],
    ['user rate limit as 403', reason(403, 'userRateLimitExceeded'), 'retry'],
    ['quota as 403', reason(403, 'quotaExceeded'), 'retry'],
    ['rate limit by detail', detail(403, 'RATE_LIMIT_EXCEEDED'), 'retry'],
    ['rate limit as 429', reason(429, 'rateLimitExceeded', 'Too many concurrent requests for user'), 'retry'],
    ['429 by status alone', failedWith(429, { message: 'words', status: 'RESOURCE_EXHAUSTED' }), 'retry'],
    ['429 without a body', failedWith(429, undefined), 'retry'],
    ['project cap', reason(403, 'dailyLimitExceeded'), 'sender'],
    [
      'daily sending cap',
      reason(429, 'rateLimitExceeded', 'User-rate limit exceeded (Mail sending)'),
      'sender',
    ],
    ['503 that names a rate limit', reason(503, 'rateLimitExceeded'), 'retry'],
    ['server error', reason(500, 'backendError'), 'unknown'],
    ['gateway', failedWith(502, '<html>'), 'unknown'],
    ['request timeout', failedWith(408, undefined), 'unknown'],
    ['gone', reason(404, 'notFound'), 'refused'],
  ])('%s', (_, error, why) => {
    expect(gmailFailure(error, 'send')).toMatchObject({ ok: false, why })
  })

  it('treats a server error while reading as retryable', () => {
    expect(gmailFailure(reason(500, 'backendError'), 'read')).toMatchObject({ why: 'retry' })
  })

  it.each([
    ['ECONNREFUSED', 'retry'],
    ['ENOTFOUND', 'retry'],
    ['CERT_HAS_EXPIRED', 'retry'],
    ['ECONNRESET', 'unknown'],
    ['EPIPE', 'unknown'],
    ['ETIMEDOUT', 'unknown'],
    [undefined, 'unknown'],
  ])('no answer to a send: %s is %s', (code, why) => {
    expect(
      gmailFailure(new Error('no', { cause: Object.assign(new Error('no'), { code }) }), 'send'),
    ).toMatchObject({ why })
    expect(gmailFailure(Object.assign(new Error('no'), { code }), 'read')).toMatchObject({ why: 'retry' })
  })

  it('keeps Google’s message, status, reason and retry time', () => {
    const message = 'User-rate limit exceeded.  Retry after 2026-09-11T20:00:00.000Z'
    expect(gmailFailure(reason(403, 'userRateLimitExceeded', message), 'send')).toEqual({
      ok: false,
      why: 'sender',
      detail: message,
      code: '403 userRateLimitExceeded',
      retryAt: new Date('2026-09-11T20:00:00.000Z'),
    })
    expect(gmailFailure(reason(429, 'x', 'Retry after soonZ'), 'send').retryAt).toBeUndefined()
  })

  it('treats an unreadable recipient as a permanent failure, unlike other bad input', () => {
    expect(gmailFailure(reason(400, 'invalidArgument', 'Invalid To header'), 'send')).toMatchObject({
      hard: true,
    })
    expect(gmailFailure(reason(400, 'invalidArgument', 'Invalid value'), 'send')).toMatchObject({
      hard: false,
    })
  })
})
