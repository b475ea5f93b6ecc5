import type { MimePart } from '~/providers/mail/message/mime-parts'

/** More of such headers than a chain of servers adds. */
const MAX_HEADERS = 20
const MAX_LENGTH = 4_000
const COMMENT = /\([^()]{0,1000}\)/g
const DMARC = /(?:^|[;\s])dmarc\s{0,5}=\s{0,5}([a-z]{1,20})/i

/**
 * Whether the server that received the message says that its sender's domain disowns it: `dmarc=fail` in `Authentication-Results` (RFC 8601).
 * Each server adds its headers above those that it received, so the topmost is of the mailbox's own host; further ones count if they name
 * the same host. Everything below may be forged.
 */
export function failsDmarc({ headers }: MimePart): boolean {
  const results = (headers.get('authentication-results') ?? [])
    .slice(0, MAX_HEADERS)
    .map((header) => header.slice(0, MAX_LENGTH).replace(COMMENT, ' '))
  const own = results[0] && hostOf(results[0])
  const verdict = results
    .filter((result) => hostOf(result) === own)
    .map((result) => DMARC.exec(result)?.[1])
    .find((result) => result !== undefined)
  return verdict?.toLowerCase() === 'fail'
}

/** The server that speaks. Exchange leaves its name out and begins with a result. */
function hostOf(result: string): string {
  const first = result.trim().split(/[;\s]/, 1)[0]!.toLowerCase()
  return first.includes('=') ? '' : first
}
