/** What the product asks Google for: only what a built feature uses, as all of it is granted in one go. */

const PREFIX = 'https://www.googleapis.com/auth/'

/** Sending, and reading replies, bounces and aliases with their signatures. */
export const MAILBOX_SCOPES = [
  'openid',
  `${PREFIX}userinfo.email`,
  `${PREFIX}userinfo.profile`,
  `${PREFIX}gmail.send`,
  `${PREFIX}gmail.readonly`,
] as const

/** The Workspace page shows whose account is connected. Nothing that needs more is built. */
export const WORKSPACE_SCOPES = ['openid', `${PREFIX}userinfo.email`, `${PREFIX}userinfo.profile`] as const

const LONG: Record<string, string> = {
  email: `${PREFIX}userinfo.email`,
  profile: `${PREFIX}userinfo.profile`,
}

/** Wider scopes that contain a narrower one. */
const WIDER: Record<string, string[]> = {
  [`${PREFIX}gmail.send`]: [`${PREFIX}gmail.modify`, 'https://mail.google.com/'],
  [`${PREFIX}gmail.readonly`]: [`${PREFIX}gmail.modify`, 'https://mail.google.com/'],
}

/** Scopes that are needed and were not granted: users can untick single permissions on the consent page. */
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

/** The permission's name as the consent page shows it, for a message that names a missing one. */
export const scopeLabel = (scope: string): string => WORDS[scope] ?? scope.replace(PREFIX, '')
