import { createHash, randomBytes } from 'node:crypto'

/** What an OAuth 2.0 server granted for a mailbox. */
export interface OAuthTokens {
  accessToken: string
  /** Null if the server returned none: keep the stored one. */
  refreshToken: string | null
  /** By the machine's clock. */
  expiresAt: Date | null
}

/** The account that granted access. */
export interface OAuthIdentity {
  /** Stable; the address can change. */
  sub: string
  email: string
  name: string
  /** The domain of the organization that the account belongs to; null for a personal account. */
  organization: string | null
}

/** A PKCE pair (RFC 7636): the challenge goes into the link, the verifier stays in the session. */
export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
