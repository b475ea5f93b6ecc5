import { createHash, timingSafeEqual } from 'node:crypto'

/** Codes and tokens are stored as hashes, like all credentials. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The PKCE challenge of a verifier (RFC 7636, 4.2). */
export const challengeOf = (verifier: string, method: 'S256' | 'plain' | null) =>
  method === 'S256' ? hashOf(verifier) : verifier

/** Whether two texts are the same, in a time that does not depend on them. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
