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
