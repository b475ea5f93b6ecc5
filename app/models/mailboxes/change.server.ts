import { and, eq, inArray, sql } from 'drizzle-orm'
import { mailAccounts, mailboxDays, mailboxPaces, sequenceContacts, syncCursors } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onLimitRaised } from '~/engine/events'
import { AppError, invalid, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { limitOf, providerLimit } from '~/models/mailboxes/sending-limit.server'
import { hasServers, MAILBOX_KINDS } from '~/models/shared/mailboxes/kinds'
import { isReadable } from '~/models/shared/mailboxes/kinds.server'
import type { Secrets } from '~/secrets.server'
import { clearHealth } from './health.server'
import { smtpAccountKey, verifyMailboxLogin } from './login.server'
import { FOLDER_FIELDS, LOGIN_FIELDS, type Mailbox, type MailboxChange } from './mailbox'
import { getMailbox, type MailboxRow, requireMailbox } from './mailbox.server'
import { type MailboxDeps, smtpConfig } from './open.server'
import { endAllOutages } from './outage.server'
import { endHold } from './server-hold.server'
import { withUniqueEmail } from './smtp.server'
import { wakeMailbox } from './wake.server'

/** The columns that a login depends on. */
const VERIFIED = [
  'smtpHost',
  'smtpPort',
  'smtpSecure',
  'imapHost',
  'imapPort',
  'imapSecure',
  'username',
] as const

/**
 * Changes any subset of a mailbox's fields. New login settings are tested against the servers before they are saved. A successful
 * login, or `status`, also reconnects the mailbox, and its sends resume.
 * @param check runs first in the transaction that saves; what it throws saves nothing
 * @throws AppError INVALID for a limit above the provider's, or for server settings of a mailbox that has none; CONFLICT if only
 * its company's consent page can reconnect it; see `verifyMailboxLogin` for failed logins
 */
export async function changeMailbox(
  db: Db,
  userId: string,
  id: string,
  change: MailboxChange,
  now: Date,
  deps: MailboxDeps,
  check?: (tx: Db) => Promise<void>,
): Promise<Mailbox> {
  const before = await requireMailbox(db, userId, id)
  const wish = checkProvider(before, change)
  const after = merged(before, wish, deps.secrets)
  const logsIn = hasServers(before) && (wish.status !== undefined || differs(before, after, wish))
  if (logsIn) await verifyMailboxLogin(deps.providers, smtpConfig(after, deps.secrets))
  const save = async (tx: Db) => {
    await check?.(tx)
    const stored = await lockMailbox(tx, userId, id)
    const columns = columnsOf(after, wish)
    if (Object.keys(columns).length > 0)
      await tx.update(mailAccounts).set(columns).where(eq(mailAccounts.id, id))
    if (stored.accountKey !== after.accountKey) await moveCounts(tx, stored.accountKey, after)
    if (inboxChanged(stored, after)) await resetSync(tx, after)
    // The login worked: what the server said before does not count any more.
    if (logsIn) await endHold(tx, stored, now)
    else if (foldersChanged(wish) && after.imapHost) await enqueue(tx, 'sync-mailbox', { mailboxId: id })
    if (stored.status !== 'connected' && (logsIn || wish.status)) await reconnect(tx, userId, after, now)
    if (limitOf(after, now) > limitOf(stored, now)) await replanQuotaHolds(tx, after.accountKey, now)
  }
  await withUniqueEmail(after.email, () => db.transaction(save))
  return getMailbox(db, userId, id)
}

async function reconnect(tx: Db, userId: string, box: MailboxRow, now: Date): Promise<void> {
  const { id } = box
  const [stored] = await tx
    .update(mailAccounts)
    .set({ status: 'connected', statusDetail: null })
    .where(eq(mailAccounts.id, id))
    .returning({ canRead: isReadable })
  await clearHealth(tx, box, now)
  await endAllOutages(tx, id, now)
  if (stored?.canRead) await enqueue(tx, 'sync-mailbox', { mailboxId: id })
  await wakeMailbox(tx, userId, id, now)
}

/** Replans sends that the lower limit had moved to later days, for all users that share the account. */
async function replanQuotaHolds(tx: Db, accountKey: string, now: Date): Promise<void> {
  const boxes = tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(eq(mailAccounts.accountKey, accountKey))
  const moved = and(
    inArray(sequenceContacts.mailboxId, boxes),
    eq(sequenceContacts.status, 'active'),
    eq(sequenceContacts.holdReason, 'quota'),
  )
  if ((await applyToEnrollments(tx, moved, onLimitRaised, now)) > 0) await enqueue(tx, 'due-scan', {})
}

/** Checks that a change is possible for this kind of mailbox. */
function checkProvider(box: MailboxRow, change: MailboxChange): MailboxChange {
  const { label, company } = MAILBOX_KINDS[box.provider]
  if (!company) return change
  const cap = providerLimit(box)
  if (cap !== null && (change.dailyLimit ?? 0) > cap)
    invalid(`${company.name} lets this mailbox send at most ${cap} emails a day`, 'dailyLimit')
  const foreign = LOGIN_FIELDS.find((field) => change[field] !== undefined)
  if (foreign)
    invalid(`A ${label} mailbox has no server settings: it connects through ${company.name}`, foreign)
  const folders = FOLDER_FIELDS.find((field) => change[field] !== undefined)
  if (folders) invalid(`A ${label} mailbox is read as a whole: there are no folders to choose`, folders)
  if (change.status && box.status === 'token_expired')
    throw new AppError('CONFLICT', `Reconnect this mailbox through ${company.name}`)
  return change
}

/** The row after the change, with a new password sealed. */
function merged(
  box: MailboxRow,
  { status: _, password, ...wish }: MailboxChange,
  secrets: Secrets,
): MailboxRow {
  const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
  const after: MailboxRow = {
    ...box,
    ...given,
    ...(password ? { password: secrets.seal(password, box.id) } : {}),
  }
  if (!hasServers(box)) return after
  if (!after.imapHost) Object.assign(after, { imapPort: null, imapSecure: null })
  else {
    after.imapPort ??= 993
    after.imapSecure ??= after.imapPort === 993
  }
  after.accountKey = smtpAccountKey({
    username: after.username ?? after.email,
    smtpHost: after.smtpHost ?? '',
  })
  return after
}

const differs = (before: MailboxRow, after: MailboxRow, wish: MailboxChange): boolean =>
  wish.password !== undefined || VERIFIED.some((column) => before[column] !== after[column])

/** The changed columns only, so that concurrent changes of other columns are kept. */
function columnsOf(after: MailboxRow, wish: MailboxChange): Partial<MailboxRow> {
  const { status: _, ...asked } = wish
  const names = Object.keys(asked).filter((name) => asked[name as keyof typeof asked] !== undefined)
  const derived = hasServers(after) && names.length > 0 ? ['accountKey', 'imapPort', 'imapSecure'] : []
  const columns = [...names, ...derived].map((name) => [name, after[name as keyof MailboxRow]])
  return Object.fromEntries(columns)
}

/** Locks one of the user's mailboxes for a change. @throws AppError NOT_FOUND */
export async function lockMailbox(tx: Db, userId: string, id: string): Promise<MailboxRow> {
  const [row] = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, userId)))
    .for('no key update')
  return row ?? notFound('Mailbox not found')
}

/** Carries the counts over to the new login, so that a change of server does not grant a second daily limit. */
async function moveCounts(tx: Db, from: string, box: MailboxRow): Promise<void> {
  const to = box.accountKey
  await tx.execute(sql`
    insert into ${mailboxDays} (account_key, day, used)
    select ${to}, day, used from ${mailboxDays} where account_key = ${from}
    on conflict (account_key, day) do update set used = greatest(mailbox_days.used, excluded.used)`)
  await tx.execute(sql`
    insert into ${mailboxPaces} (account_key, last_slot_at)
    select ${to}, last_slot_at from ${mailboxPaces} where account_key = ${from} on conflict do nothing`)
}

const foldersChanged = (wish: MailboxChange): boolean =>
  FOLDER_FIELDS.some((field) => wish[field] !== undefined)

const inboxChanged = (before: MailboxRow, after: MailboxRow): boolean =>
  before.imapHost !== after.imapHost || (after.imapHost !== null && before.username !== after.username)

/** Resets the sync after a change of inbox: the stored cursor belongs to the old one. */
async function resetSync(tx: Db, { id, imapHost }: MailboxRow): Promise<void> {
  await tx.delete(syncCursors).where(eq(syncCursors.mailAccountId, id))
  if (imapHost) await enqueue(tx, 'sync-mailbox', { mailboxId: id })
}
