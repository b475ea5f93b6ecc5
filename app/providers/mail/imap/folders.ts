import type { ImapFlow } from 'imapflow'
import type { FolderChoice, MailFolder } from '../types'
import { ImapRefusal } from './connection'

/** The folders that we read; null if the mailbox has none. */
export interface Folders {
  inbox: string
  junk: string | null
  sent: string | null
  /** Archives, and those that the user chose: replies may have been filed there before we saw them. */
  others: string[]
  /** The one of `others` that has every message, whatever other folder it is in. */
  everything: string | null
  /** All that can be read. */
  listed: MailFolder[]
}

/** The most folders that are read beside the usual ones: each takes a request per sync. */
const MAX_OTHERS = 100
/** The most folders that are listed, and the longest path. */
const MAX_LISTED = 500
const MAX_PATH = 400
/** Never read: what was not sent yet, and views of messages that are in other folders. */
const UNREAD = new Set(['\\Drafts', '\\Flagged', '\\Important'])

/**
 * Finds them by special use (RFC 6154) or, on servers that do not announce it, by the usual names in many languages. Where one folder has
 * all messages, "all" reads it and the trash.
 */
export async function findFolders(
  client: ImapFlow,
  choice: FolderChoice = { read: 'usual', names: [] },
): Promise<Folders> {
  const folders = (await client.list()).filter(
    ({ flags, path }) => !flags.has('\\NonExistent') && !flags.has('\\Noselect') && path.length <= MAX_PATH,
  )
  const withUse = (use: string) => folders.find(({ specialUse }) => specialUse === use)?.path ?? null
  const usual = { inbox: withUse('\\Inbox') ?? 'INBOX', junk: withUse('\\Junk'), sent: withUse('\\Sent') }
  const [archive, trash] = [withUse('\\Archive'), withUse('\\Trash')]
  const everything = withUse('\\All')
  const isUsual = (path: string) => Object.values(usual).includes(path)
  const readable = folders
    .filter(({ path, specialUse }) => !isUsual(path) && !UNREAD.has(specialUse ?? ''))
    .map(({ path }) => path)
  const chosen =
    choice.read === 'named'
      ? readable.filter((path) => choice.names.includes(path))
      : choice.read === 'all'
        ? everything
          ? [everything, trash]
          : readable
        : []
  const others = [...new Set([archive, everything, ...chosen].flatMap((path) => path ?? []))]
    .filter((path) => readable.includes(path))
    .slice(0, MAX_OTHERS)
  const read = [...Object.values(usual), ...others]
  const listed = folders
    .filter(({ specialUse }) => !UNREAD.has(specialUse ?? ''))
    .slice(0, MAX_LISTED)
    .map(({ path }) => ({ path, read: read.includes(path) }))
  return { ...usual, others, everything, listed }
}

/** The usual name on servers that announce no special use, and the one that mail clients look for. */
const SENT = 'Sent'

/** Missing from the library's types: it has no CREATE with a special use (RFC 6154, 3). */
interface Executing {
  exec(command: string, attributes: unknown[]): Promise<{ next(): void }>
}

/** Creates the Sent folder of a mailbox without one, and marks its special use if the server can. @returns null if it refuses */
export async function createSent(client: ImapFlow): Promise<string | null> {
  if (client.capabilities.has('CREATE-SPECIAL-USE')) {
    const made = await unlessRefused(client, () => createWithUse(client))
    if (made) return made
  }
  return unlessRefused(client, async () => (await client.mailboxCreate(SENT)).path)
}

async function createWithUse(client: ImapFlow): Promise<string> {
  const path = `${client.namespace?.prefix ?? ''}${SENT}`
  const use = [{ type: 'ATOM', value: 'USE' }, [{ type: 'ATOM', value: '\\Sent' }]]
  const made = await (client as unknown as Executing).exec('CREATE', [{ type: 'STRING', value: path }, use])
  made.next()
  await client.mailboxSubscribe(path)
  return path
}

/** The result, or null if the server refused and the connection is still usable. */
export async function unlessRefused<T>(client: ImapFlow, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const isRefusal =
      error instanceof ImapRefusal ||
      (typeof error === 'object' && error !== null && 'responseStatus' in error)
    if (client.usable && isRefusal) return null
    throw error
  }
}
