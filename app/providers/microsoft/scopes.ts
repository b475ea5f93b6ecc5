/** The permissions that the product requests (learn.microsoft.com/graph/permissions-reference). All are delegated. */
export const MICROSOFT_SCOPES = [
  // A refresh token.
  'offline_access',
  'openid',
  'email',
  'profile',
  // The account's address, name and aliases.
  'User.Read',
  // For drafts, and for reading replies and bounces.
  'Mail.ReadWrite',
  'Mail.Send',
] as const

/** Those that the token response must name. Microsoft leaves out the others, or names them in other ways. */
const NAMED = ['User.Read', 'Mail.ReadWrite', 'Mail.Send']

/** Required scopes that were not granted. @param granted the `scope` of a token response, split; with or without Graph's address */
export function missingMicrosoftScopes(granted: readonly string[]): string[] {
  const have = new Set(granted.map((scope) => scope.split('/').at(-1)!.toLowerCase()))
  return NAMED.filter((scope) => !have.has(scope.toLowerCase()))
}
