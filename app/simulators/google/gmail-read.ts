import { and, arrayContains, arrayOverlaps, asc, desc, eq, gt, lt, max, not, sql } from 'drizzle-orm'
import { sandboxEntries, sandboxGoogleSendAs, sandboxMails } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { type Call, Refusal } from '../http'
import { splitMessage } from '../mail/message'
import { entryIdOf, gmailId } from '../mail/store'
import type { GoogleAccount } from './accounts'
import { searchConditions } from './gmail-query'
import { apiError } from './http'

/** How long Gmail keeps history: "at least a week". */
const HISTORY_DAYS = 7

/** `users.getProfile` */
export async function getProfile(db: Db, account: GoogleAccount) {
  const [counts] = await db
    .select({
      messages: sql<string>`count(*)`,
      threads: sql<string>`count(distinct ${sandboxEntries.threadId})`,
    })
    .from(sandboxEntries)
    .where(eq(sandboxEntries.owner, account.email))
  return {
    emailAddress: account.email,
    messagesTotal: Number(counts!.messages),
    threadsTotal: Number(counts!.threads),
    historyId: String(account.historyId),
  }
}

const HIDDEN = ['SPAM', 'TRASH']

/** `users.messages.list`: newest first; `messages` is absent when there are none. */
export async function listMessages(db: Db, account: GoogleAccount, call: Call) {
  const { query, now } = call
  const limit = pageSize(query)
  const before = query.has('pageToken') ? pageStart(query) : null
  const labels = query.getAll('labelIds')
  const rows = await db
    .select({ id: sandboxEntries.id, threadId: sandboxEntries.threadId })
    .from(sandboxEntries)
    .innerJoin(sandboxMails, eq(sandboxMails.id, sandboxEntries.mailId))
    .where(
      and(
        eq(sandboxEntries.owner, account.email),
        labels.length > 0 ? arrayContains(sandboxEntries.labels, labels) : undefined,
        // Without `includeSpamTrash` these are found by their own labels only.
        query.get('includeSpamTrash') === 'true' || labels.some((label) => HIDDEN.includes(label))
          ? undefined
          : not(arrayOverlaps(sandboxEntries.labels, HIDDEN)),
        before === null ? undefined : lt(sandboxEntries.id, before),
        ...searchConditions(query.get('q') ?? '', now),
      ),
    )
    .orderBy(desc(sandboxEntries.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    ...(page.length > 0 && { messages: page.map(({ id, threadId }) => ({ id: gmailId(id), threadId })) }),
    ...(rows.length > limit && { nextPageToken: String(page.at(-1)!.id) }),
    resultSizeEstimate: rows.length,
  }
}

/** `users.messages.get` in the formats `raw`, `metadata` and `minimal`. */
export async function getMessage(db: Db, account: GoogleAccount, id: string, call: Call) {
  const entryId = entryIdOf(id)
  const [found] = await db
    .select()
    .from(sandboxEntries)
    .innerJoin(sandboxMails, eq(sandboxMails.id, sandboxEntries.mailId))
    .where(and(eq(sandboxEntries.owner, account.email), eq(sandboxEntries.id, entryId ?? -1)))
  if (!found) throw notFound()
  const { mailbox_entries: entry, mails: mail } = found
  const message = {
    id,
    threadId: entry.threadId,
    labelIds: entry.labels,
    snippet: mail.text.replace(/\s+/g, ' ').trim().slice(0, 180),
    sizeEstimate: mail.raw.length,
    historyId: String(entry.historyId),
    internalDate: String(entry.internalDate.getTime()),
  }
  const format = call.query.get('format') ?? 'full'
  if (format === 'minimal') return message
  if (format === 'raw') return { ...message, raw: mail.raw.toString('base64url') }
  if (format !== 'metadata') {
    throw new Refusal(400, apiError(400, 'invalidArgument', `The simulator has no format ${format}`))
  }
  const wanted = call.query.getAll('metadataHeaders').map((name) => name.toLowerCase())
  const headers = splitMessage(mail.raw).headers.filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()),
  )
  return {
    ...message,
    payload: { mimeType: 'multipart/alternative', ...(headers.length > 0 && { headers }) },
  }
}

/** `users.history.list` for added messages; `history` is absent when nothing is new. */
export async function listHistory(db: Db, account: GoogleAccount, call: Call) {
  const { query, now } = call
  const start = Number(query.get('startHistoryId'))
  const limit = pageSize(query)
  const after = query.has('pageToken') ? pageStart(query) : start
  const label = query.get('labelId')
  if (
    !Number.isSafeInteger(start) ||
    start > account.historyId ||
    start < (await oldestHistory(db, account, now))
  ) {
    throw notFound()
  }
  const rows = await db
    .select()
    .from(sandboxEntries)
    .where(
      and(
        eq(sandboxEntries.owner, account.email),
        gt(sandboxEntries.historyId, after),
        label ? arrayContains(sandboxEntries.labels, [label]) : undefined,
      ),
    )
    .orderBy(asc(sandboxEntries.historyId))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const history = page.map((entry) => {
    const message = { id: gmailId(entry.id), threadId: entry.threadId, labelIds: entry.labels }
    const { id, threadId } = message
    return { id: String(entry.historyId), messages: [{ id, threadId }], messagesAdded: [{ message }] }
  })
  return {
    ...(history.length > 0 && { history }),
    historyId: String(account.historyId),
    ...(rows.length > limit && { nextPageToken: history.at(-1)!.id }),
  }
}

/** `users.settings.sendAs.list`: the primary address has no verification status. */
export async function listSendAs(db: Db, account: GoogleAccount) {
  const rows = await db
    .select()
    .from(sandboxGoogleSendAs)
    .where(eq(sandboxGoogleSendAs.accountSub, account.sub))
    .orderBy(asc(sandboxGoogleSendAs.id))
  const sendAs = rows.map(
    ({ sendAsEmail, displayName, signature, isPrimary, isDefault, verificationStatus }) => ({
      sendAsEmail,
      displayName,
      replyToAddress: '',
      signature,
      ...(isPrimary ? { isPrimary } : { treatAsAlias: true, verificationStatus }),
      ...(isDefault && { isDefault }),
    }),
  )
  return { sendAs }
}

/** Older cursors have lost records: the messages arrived before the history retention. */
async function oldestHistory(db: Db, account: GoogleAccount, now: Date): Promise<number> {
  const [lost] = await db
    .select({ id: max(sandboxEntries.historyId) })
    .from(sandboxEntries)
    .where(
      and(
        eq(sandboxEntries.owner, account.email),
        lt(sandboxEntries.internalDate, new Date(now.getTime() - HISTORY_DAYS * 86_400_000)),
      ),
    )
  return lost?.id ?? 100_000
}

const notFound = () =>
  new Refusal(404, apiError(404, 'notFound', 'Requested entity was not found.', 'NOT_FOUND'))

function pageSize(query: URLSearchParams): number {
  const asked = Number(query.get('maxResults') ?? 100)
  return Math.min(Math.max(Number.isInteger(asked) ? asked : 100, 1), 500)
}

function pageStart(query: URLSearchParams): number {
  const start = Number(query.get('pageToken'))
  if (Number.isSafeInteger(start) && start > 0) return start
  throw new Refusal(400, apiError(400, 'invalidArgument', 'Invalid pageToken', 'INVALID_ARGUMENT'))
}
