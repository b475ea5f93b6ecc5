import type { ImapFlow } from 'imapflow'

/** The folders that we read; null if the mailbox has none. */
export interface Folders {
  inbox: string
  junk: string | null
  sent: string | null
}

/** Finds them by special use (RFC 6154) or, on servers that do not announce it, by the usual names in many languages. */
export async function findFolders(client: ImapFlow): Promise<Folders> {
  const listed = await client.list()
  const withUse = (use: string) =>
    listed.find(
      ({ specialUse, flags }) =>
        specialUse === use && !flags.has('\\NonExistent') && !flags.has('\\Noselect'),
    )?.path ?? null
  return { inbox: withUse('\\Inbox') ?? 'INBOX', junk: withUse('\\Junk'), sent: withUse('\\Sent') }
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
async function unlessRefused<T>(client: ImapFlow, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (client.usable && typeof error === 'object' && error !== null && 'responseStatus' in error) return null
    throw error
  }
}
