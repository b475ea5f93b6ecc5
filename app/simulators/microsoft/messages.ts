import { and, arrayContains, asc, desc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import { sandboxEntries, sandboxMails, sandboxMicrosoftDrafts } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import type { MicrosoftAccount } from './accounts'
import { findDraft, showDraft } from './drafts'
import { refuse } from './http'
import { itemId, readItemId } from './ids'
import { notFound, showMessage } from './show'

/** The well-known folders that the simulator has, with their labels in the store (learn.microsoft.com/graph/api/resources/mailfolder). */
const LABELS: Record<string, string> = {
  inbox: 'INBOX',
  archive: 'ARCHIVE',
  junkemail: 'SPAM',
  sentitems: 'SENT',
}

const stored = {
  id: sandboxEntries.id,
  labels: sandboxEntries.labels,
  messageId: sandboxEntries.messageId,
  threadId: sandboxEntries.threadId,
  at: sandboxEntries.internalDate,
  raw: sandboxMails.raw,
  draftId: sandboxMicrosoftDrafts.id,
}
type Stored = { [K in keyof typeof stored]: unknown } & {
  id: number
  messageId: string
  threadId: string
  at: Date
  raw: Buffer
  draftId: number | null
}

const selectStored = (db: Db) =>
  db
    .select(stored)
    .from(sandboxEntries)
    .innerJoin(sandboxMails, eq(sandboxMails.id, sandboxEntries.mailId))
    .leftJoin(sandboxMicrosoftDrafts, eq(sandboxMicrosoftDrafts.entryId, sandboxEntries.id))

/** What was sent keeps the id of its draft; a message to oneself is in two folders, as two items. */
const showStored = ({ id, raw, messageId, threadId, at, draftId }: Stored, isSent: boolean) =>
  showMessage({
    id: !isSent ? itemId('entry', id) : draftId === null ? itemId('copy', id) : itemId('draft', draftId),
    ...{ raw, messageId, threadId, at, isDraft: false },
  })

/** `GET /me/messages/{id}` and, with `/$value`, its MIME text (learn.microsoft.com/graph/api/message-get). */
export async function getMessage(db: Db, account: MicrosoftAccount, id: string) {
  const item = readItemId(id)
  if (!item) return refuse(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')
  let entryId = item.number
  if (item.kind === 'draft') {
    const draft = await findDraft(db, account, item.number)
    if (!draft) throw notFound()
    if (draft.entryId === null) return { shown: showDraft(draft), raw: draft.raw }
    entryId = draft.entryId
  }
  const [found] = await selectStored(db).where(
    and(eq(sandboxEntries.owner, account.email), eq(sandboxEntries.id, entryId)),
  )
  if (!found) throw notFound()
  return { shown: showStored(found, item.kind !== 'entry'), raw: found.raw }
}

/** Where a list continues. */
interface Position {
  folder: string
  /** The number of the last entry that was listed. */
  after: number
  /** Only messages from then on count. */
  since: string
}
const writePosition = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')
function readPosition(token: string): Position {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as Position
  } catch {
    return refuse(400, 'SyncStateInvalid', 'The sync state is invalid.')
  }
}

/**
 * `GET /me/mailFolders/{folder}/messages/delta` (learn.microsoft.com/graph/api/message-delta): what was added since a link, or since a moment
 * that `$filter` names. There is no `$deltatoken=latest` for messages.
 * @param here the address of the call without its query
 */
export async function listChanges(
  db: Db,
  account: MicrosoftAccount,
  folder: string,
  query: URLSearchParams,
  { here, pageSize }: { here: string; pageSize: number },
) {
  const label = labelOf(folder)
  const token = query.get('$deltatoken') ?? query.get('$skiptoken')
  const since = /^receivedDateTime ge (\S+)$/.exec(query.get('$filter') ?? '')?.[1] ?? '1970-01-01T00:00:00Z'
  const { after, since: from } = token ? readPosition(token) : { after: 0, since }
  const rows = await selectStored(db)
    .where(
      and(
        eq(sandboxEntries.owner, account.email),
        arrayContains(sandboxEntries.labels, [label]),
        gt(sandboxEntries.id, after),
        gte(sandboxEntries.internalDate, new Date(from)),
      ),
    )
    .orderBy(asc(sandboxEntries.id))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const isLast = rows.length <= pageSize
  const position = writePosition({ folder, after: page.at(-1)?.id ?? after, since: from })
  return {
    '@odata.context': `${here}/$metadata#Collection(message)`,
    value: page.map((row) => showStored(row, label === 'SENT')),
    ...(isLast
      ? { '@odata.deltaLink': `${here}?$deltatoken=${position}` }
      : { '@odata.nextLink': `${here}?$skiptoken=${position}` }),
  }
}

/** `GET /me/mailFolders/{folder}/messages`, newest first (learn.microsoft.com/graph/api/mailfolder-list-messages). */
export async function listMessages(
  db: Db,
  account: MicrosoftAccount,
  folder: string,
  query: URLSearchParams,
  here: string,
) {
  const top = Math.min(Number(query.get('$top') ?? 10), 1000)
  const before = Number(query.get('$skiptoken') ?? Number.MAX_SAFE_INTEGER)
  if (folder === 'drafts') {
    const drafts = await db
      .select()
      .from(sandboxMicrosoftDrafts)
      .where(
        and(
          eq(sandboxMicrosoftDrafts.owner, account.email),
          isNull(sandboxMicrosoftDrafts.entryId),
          eq(sandboxMicrosoftDrafts.isDeleted, false),
        ),
      )
      .orderBy(desc(sandboxMicrosoftDrafts.id))
      .limit(top)
    return { value: drafts.map(showDraft) }
  }
  const label = labelOf(folder)
  const rows = await selectStored(db)
    .where(
      and(
        eq(sandboxEntries.owner, account.email),
        arrayContains(sandboxEntries.labels, [label]),
        lt(sandboxEntries.id, before),
        // A sent message that was deleted.
        sql`${sandboxMicrosoftDrafts.isDeleted} is not true`,
      ),
    )
    .orderBy(desc(sandboxEntries.id))
    .limit(top + 1)
  const page = rows.slice(0, top)
  const others = new URLSearchParams(query)
  others.set('$skiptoken', String(page.at(-1)?.id))
  return {
    value: page.map((row) => showStored(row, label === 'SENT')),
    ...(rows.length > top && { '@odata.nextLink': `${here}?${others}` }),
  }
}

const labelOf = (folder: string): string =>
  LABELS[folder] ?? refuse(404, 'ErrorItemNotFound', 'The specified folder could not be found in the store.')
