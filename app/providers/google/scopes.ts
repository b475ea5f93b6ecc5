/** The permissions that the product requests: only what built features use, because they are granted all at once. */

const PREFIX = 'https://www.googleapis.com/auth/'

/** For sending, and for reading replies, bounces and aliases with their signatures. */
export const MAILBOX_SCOPES = [
  'openid',
  `${PREFIX}userinfo.email`,
  `${PREFIX}userinfo.profile`,
  `${PREFIX}gmail.send`,
  `${PREFIX}gmail.readonly`,
] as const

/** The Workspace page shows which account is connected. No feature needs more. */
export const WORKSPACE_SCOPES = ['openid', `${PREFIX}userinfo.email`, `${PREFIX}userinfo.profile`] as const

const LONG: Record<string, string> = {
  email: `${PREFIX}userinfo.email`,
  profile: `${PREFIX}userinfo.profile`,
}

/** Wider scopes that include a narrower one. */
const WIDER: Record<string, string[]> = {
  [`${PREFIX}gmail.send`]: [`${PREFIX}gmail.modify`, 'https://mail.google.com/'],
  [`${PREFIX}gmail.readonly`]: [`${PREFIX}gmail.modify`, 'https://mail.google.com/'],
}

/** Required scopes that were not granted: users can untick single permissions on the consent page. */
export function missingScopes(granted: readonly string[], needed: readonly string[]): string[] {
  const have = new Set(granted.map((scope) => LONG[scope] ?? scope))
  return needed
    .map((scope) => LONG[scope] ?? scope)
    .filter((scope) => !have.has(scope) && !WIDER[scope]?.some((wider) => have.has(wider)))
}

const WORDS: Record<string, string> = {
  [`${PREFIX}gmail.send`]: 'Send email on your behalf',
  [`${PREFIX}gmail.readonly`]: 'View your email messages and settings',
}

/** The permission's name as the consent page shows it, for a message about a missing permission. */
export const scopeLabel = (scope: string): string => WORDS[scope] ?? scope.replace(PREFIX, '')
