import { FOLDERS, type FolderMessage } from '../mail/folders'
import { type Token, textOf, writeString } from './parse'

/** The lowest UID that a coming message can have. */
export const uidNext = (messages: FolderMessage[]): number => (messages.at(-1)?.uid ?? 0) + 1

/** The asked-for items of a STATUS response, as written there (RFC 3501, 6.3.10); unknown ones are left out. */
export function statusItems(messages: FolderMessage[], validity: number, asked: Token | undefined): string {
  const values: Record<string, number> = {
    MESSAGES: messages.length,
    RECENT: 0,
    UNSEEN: messages.filter(({ seen }) => !seen).length,
    UIDNEXT: uidNext(messages),
    UIDVALIDITY: validity,
  }
  const names = asked?.kind === 'list' ? asked.items.map((item) => textOf(item).toUpperCase()) : []
  return names
    .filter((name) => values[name] !== undefined)
    .map((name) => `${name} ${values[name]}`)
    .join(' ')
}

/** The answer to LIST or LSUB: the folders that a pattern names, with their special uses (RFC 6154). */
export function listLines(command: string, pattern: string, missing = new Set<string>()): string[] {
  if (pattern === '') return [`* ${command} (\\Noselect) "/" ""`]
  const form = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/[*%]/g, '.*')}$`, 'i')
  return FOLDERS.filter(({ path }) => form.test(path) && !missing.has(path)).map(
    ({ path, attributes }) => `* ${command} (${attributes.join(' ')}) "/" ${writeString(path)}`,
  )
}
