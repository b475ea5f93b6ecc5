import { and, arrayContains, asc, eq, inArray, sql } from 'drizzle-orm'
import { sandboxEntries, sandboxMails } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'

/** A folder as an IMAP server shows it, and the label of its messages in the store. */
export interface Folder {
  path: string
  label: string
  attributes: string[]
}

export const FOLDERS: Folder[] = [
  { path: 'INBOX', label: 'INBOX', attributes: ['\\HasNoChildren'] },
  { path: 'Sent', label: 'SENT', attributes: ['\\HasNoChildren', '\\Sent'] },
  { path: 'Junk', label: 'SPAM', attributes: ['\\HasNoChildren', '\\Junk'] },
  { path: 'Archive', label: 'ARCHIVE', attributes: ['\\HasNoChildren', '\\Archive'] },
  { path: 'Customers', label: 'CUSTOMERS', attributes: ['\\HasNoChildren'] },
]

/** A folder that only some servers have: it shows every message that is not in another one of its kind. */
export const ALL_MAIL: Folder = { path: 'All Mail', label: 'ALL', attributes: ['\\HasNoChildren', '\\All'] }

/** The folder with that name; INBOX in any case (RFC 3501, 5.1). */
export const folderNamed = (path: string): Folder | undefined =>
  [...FOLDERS, ALL_MAIL].find((folder) => folder.path === (path.toUpperCase() === 'INBOX' ? 'INBOX' : path))

/** A message in a folder, without its content. */
export interface FolderMessage {
  uid: number
  seen: boolean
  messageId: string
  internalDate: Date
  subject: string
  sender: string
  recipient: string
}

const inFolder = (owner: string, { label }: Folder) =>
  and(
    eq(sandboxEntries.owner, owner),
    label === ALL_MAIL.label
      ? sql`not (${sandboxEntries.labels} && '{SPAM,TRASH}'::text[])`
      : arrayContains(sandboxEntries.labels, [label]),
  )

/** The messages of a folder, oldest first; a message's number in the store is its UID. */
export async function listFolder(db: Db, owner: string, folder: Folder): Promise<FolderMessage[]> {
  const rows = await db
    .select({
      uid: sandboxEntries.id,
      labels: sandboxEntries.labels,
      messageId: sandboxEntries.messageId,
      internalDate: sandboxEntries.internalDate,
      subject: sandboxMails.subject,
      sender: sandboxMails.sender,
      recipient: sandboxMails.recipient,
    })
    .from(sandboxEntries)
    .innerJoin(sandboxMails, eq(sandboxMails.id, sandboxEntries.mailId))
    .where(inFolder(owner, folder))
    .orderBy(asc(sandboxEntries.id))
  return rows.map(({ labels, ...row }) => ({ ...row, seen: !labels.includes('UNREAD') }))
}

/** The content of one message; null if it is gone. */
export async function readRaw(db: Db, owner: string, uid: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ raw: sandboxMails.raw })
    .from(sandboxEntries)
    .innerJoin(sandboxMails, eq(sandboxMails.id, sandboxEntries.mailId))
    .where(and(eq(sandboxEntries.owner, owner), eq(sandboxEntries.id, uid)))
  return row?.raw ?? null
}

/** Which of these messages contain some bytes anywhere. */
export async function uidsContaining(db: Db, uids: number[], text: string): Promise<number[]> {
  if (uids.length === 0) return []
  const rows = await db
    .select({ uid: sandboxEntries.id })
    .from(sandboxEntries)
    .innerJoin(sandboxMails, eq(sandboxMails.id, sandboxEntries.mailId))
    .where(
      and(
        inArray(sandboxEntries.id, uids),
        sql`position(convert_to(${text}, 'UTF8') in ${sandboxMails.raw}) > 0`,
      ),
    )
  return rows.map(({ uid }) => uid)
}
