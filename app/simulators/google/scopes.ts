/** The scopes of Google that the simulator knows. */

const PREFIX = 'https://www.googleapis.com/auth/'

/** Short names that Google also accepts; its responses use the long ones. */
const LONG: Record<string, string> = {
  email: `${PREFIX}userinfo.email`,
  profile: `${PREFIX}userinfo.profile`,
}

/** The scopes of a space-separated list, in long form, deduplicated. */
export const scopesOf = (list: string): string[] => [
  ...new Set(
    list
      .split(/\s+/)
      .filter(Boolean)
      .map((scope) => LONG[scope] ?? scope),
  ),
]

/** Identity scopes are part of signing in: only the others can be unticked. */
export const isOptional = (scope: string) => scope !== 'openid' && !scope.startsWith(`${PREFIX}userinfo.`)

const WORDS: Record<string, string> = {
  [`${PREFIX}gmail.send`]: 'Send email on your behalf',
  [`${PREFIX}gmail.readonly`]: 'View your email messages and settings',
  [`${PREFIX}gmail.modify`]: 'Read, compose, and send emails from your Gmail account',
  [`${PREFIX}gmail.settings.basic`]: 'See, edit, create, or change your email settings and filters in Gmail',
  [`${PREFIX}contacts.readonly`]: 'See and download your contacts',
  [`${PREFIX}calendar.events`]: 'View and edit events on all your calendars',
  [`${PREFIX}drive.file`]:
    'See, edit, create, and delete only the specific Google Drive files you use with this app',
}

/** The consent page's description of a scope. */
export const describeScope = (scope: string) => WORDS[scope] ?? scope.replace(PREFIX, '')

const FULL = 'https://mail.google.com/'
const READ = [FULL, `${PREFIX}gmail.modify`, `${PREFIX}gmail.readonly`]

/** Any one of these scopes is sufficient for a call. */
export const SUFFICIENT_SCOPES = {
  send: [FULL, `${PREFIX}gmail.modify`, `${PREFIX}gmail.send`],
  read: READ,
  settings: [...READ, `${PREFIX}gmail.settings.basic`],
}

export const EMAIL_SCOPE = LONG.email!
export const PROFILE_SCOPE = LONG.profile!
