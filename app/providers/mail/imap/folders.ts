import type { ImapFlow } from 'imapflow'

/** The folders that matter; null where the mailbox has none. */
export interface Folders {
  inbox: string
  junk: string | null
  sent: string | null
}

/** Finds them by their special use (RFC 6154) or, on servers that do not say, by the usual names in many languages. */
export async function findFolders(client: ImapFlow): Promise<Folders> {
  const listed = await client.list()
  const withUse = (use: string) =>
    listed.find(
      ({ specialUse, flags }) =>
        specialUse === use && !flags.has('\\NonExistent') && !flags.has('\\Noselect'),
    )?.path ?? null
  return { inbox: withUse('\\Inbox') ?? 'INBOX', junk: withUse('\\Junk'), sent: withUse('\\Sent') }
}

/** What servers that announce no uses call it, and what mail programs look for. */
const SENT = 'Sent'

/** What the library has and its types leave out: it knows no CREATE with a use (RFC 6154, 3). */
interface Executing {
  exec(command: string, attributes: unknown[]): Promise<{ next(): void }>
}

/** Makes the Sent folder of a mailbox that has none, and marks its use where the server can. @returns null when it refuses */
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

/** The result, or null where the server said no and the conversation goes on. */
async function unlessRefused<T>(client: ImapFlow, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (client.usable && typeof error === 'object' && error !== null && 'responseStatus' in error) return null
    throw error
  }
}
