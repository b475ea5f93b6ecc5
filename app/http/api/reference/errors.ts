import type { AnyErrorCode } from '~/errors'

interface ErrorText {
  status: number
  /** What happened. */
  cause: string
  /** What the caller can do. */
  remedy: string
}

/** What each error code means, for `/api/docs/errors#CODE`. A new code does not compile without its text. */
export const ERROR_TEXTS: Record<AnyErrorCode, ErrorText> = {
  INVALID: {
    status: 400,
    cause: 'A field or a parameter is missing, malformed or out of range.',
    remedy:
      'Read `issues`: each has the `path` of a field and a `message` that says what is expected. Correct the request. The same request will fail again.',
  },
  UNAUTHENTICATED: {
    status: 401,
    cause:
      'There is no API key and no session, the key is unknown, expired or revoked, or the password is wrong.',
    remedy:
      'Send `Authorization: Bearer cf_…` with a valid key. Create one under Settings → API keys. The security log there has the calls with revoked and expired keys.',
  },
  FORBIDDEN: {
    status: 403,
    cause:
      'The key may not make this call: it is a read key, it may not send or may not delete, it is limited to other sequences or email lists, or the call is about the account itself. Without a key: the request came from another site.',
    remedy: 'Use a key with the scope `write`, a key without the limit, or a session. A retry does not help.',
  },
  NOT_FOUND: {
    status: 404,
    cause: 'The path or an id in the request names nothing, or something of another account.',
    remedy: 'Check the id and the account of the key. The object may have been deleted.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    cause: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  CONFLICT: {
    status: 409,
    cause:
      'The request is well formed, but does not fit the current state, such as activating a sequence without steps.',
    remedy: 'Read `message`, change the state that it names, or read the object again and retry.',
  },
  DUPLICATE_EMAIL: {
    status: 409,
    cause: 'Another contact of the account has this email address; `contactId` is its id.',
    remedy: 'Update that contact, or add it to the email list instead of creating it.',
  },
  STALE: {
    status: 409,
    cause: 'The object that is written back has changed since it was read.',
    remedy:
      'Read it again, make the change, and write that back. Or send only the fields that you want to change.',
  },
  IN_USE: {
    status: 409,
    cause:
      'What is deleted or unlinked is in use. `uses` has the counts of contacts in progress and scheduled emails, and names the sequences and workflows.',
    remedy:
      'Send the call again with `force=true`, or, where the call has it, say with `contacts` what becomes of the contacts. Nothing was changed.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    cause: 'The object has another `ETag` than `If-Match` asks for: it has changed since it was read.',
    remedy: 'Read it again, make the change, and send that with the new `ETag`.',
  },
  TOO_LARGE: {
    status: 413,
    cause: 'The body or the file is larger than this call accepts.',
    remedy: 'Send less at once. `message` has the limit.',
  },
  UNSUPPORTED_TYPE: {
    status: 415,
    cause: 'The body has another media type than this call accepts.',
    remedy: 'Send `Content-Type: application/json`, or `multipart/form-data` for an upload.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    cause: 'The `Idempotency-Key` was used for a different request in the last 24 hours.',
    remedy: 'Use a new key for each new request, and the same key only to send the same request again.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    cause: 'The key has made its 600 calls of this minute, or a service behind Coldframe limits its calls.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the same request again. Watch `RateLimit-Remaining`.',
  },
  UPSTREAM_FAILED: {
    status: 502,
    cause:
      'A service behind Coldframe refused or failed: a mail server, Google, the lead database or the AI service.',
    remedy: 'Read `message`, which quotes the service. Correct the settings, or try again later.',
  },
  INTERNAL: {
    status: 500,
    cause: 'A bug in Coldframe.',
    remedy:
      'Send the same request again, with an `Idempotency-Key`. If that does not help, report it with the `requestId`: the log has the details.',
  },
  UNAVAILABLE: {
    status: 503,
    cause:
      'The database did not answer, another change happened at the same moment, or a service is not configured.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the same request again, with an `Idempotency-Key`.',
  },
}
