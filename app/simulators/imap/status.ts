import { ALL_MAIL, FOLDERS, type FolderMessage } from '../mail/folders'
import { type Token, tokenText, writeString } from './parse'

/** The lowest UID that the next message can have. */
export const uidNext = (messages: FolderMessage[]): number => (messages.at(-1)?.uid ?? 0) + 1

/** The requested items of a STATUS response, in its syntax (RFC 3501, 6.3.10); unknown ones are left out. */
export function statusItems(messages: FolderMessage[], validity: number, asked: Token | undefined): string {
  const values: Record<string, number> = {
    MESSAGES: messages.length,
    RECENT: 0,
    UNSEEN: messages.filter(({ seen }) => !seen).length,
    UIDNEXT: uidNext(messages),
    UIDVALIDITY: validity,
  }
  const names = asked?.kind === 'list' ? asked.items.map((item) => tokenText(item).toUpperCase()) : []
  return names
    .filter((name) => values[name] !== undefined)
    .map((name) => `${name} ${values[name]}`)
    .join(' ')
}

/** The response to LIST or LSUB: the folders that match a pattern, with their special uses (RFC 6154). */
export function listLines(
  command: string,
  pattern: string,
  missing = new Set<string>(),
  hasAllMail = false,
): string[] {
  if (pattern === '') return [`* ${command} (\\Noselect) "/" ""`]
  return [...FOLDERS, ...(hasAllMail ? [ALL_MAIL] : [])]
    .filter(({ path }) => isNamed(path, pattern) && !missing.has(path))
    .map(({ path, attributes }) => `* ${command} (${attributes.join(' ')}) "/" ${writeString(path)}`)
}

/** Whether a pattern matches a folder (RFC 3501, 6.3.8). Both wildcards match any text: folders are not nested. */
function isNamed(path: string, pattern: string): boolean {
  const [beginning = '', ...rest] = pattern.toLowerCase().split(/[*%]+/)
  const name = path.toLowerCase()
  const ending = rest.pop()
  if (ending === undefined) return name === beginning
  if (!name.startsWith(beginning)) return false
  let at = beginning.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - ending.length >= at && name.endsWith(ending)
}
