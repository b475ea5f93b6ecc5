import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  emailSends,
  mailAccounts,
  mailboxDays,
  mailboxPaces,
  sequenceContacts,
  syncCursors,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onMoreRoom } from '~/engine/events'
import { AppError, invalid, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { limitOf, providerLimit } from '~/models/mailboxes/sending-limit.server'
import { shardOf } from '~/models/mailboxes/shards.server'
import type { Secrets } from '~/secrets.server'
import { clearHealth } from './health.server'
import { smtpAccountKey, verifyLogin } from './login.server'
import { LOGIN_FIELDS, type Mailbox, type MailboxChange } from './mailbox'
import { getMailbox, type MailboxRow, requireMailbox } from './mailbox.server'
import { type MailboxDeps, smtpConfig } from './open.server'
import { refuseSecondOf } from './smtp.server'
import { wakeMailbox } from './wake.server'

/** The columns that decide whether a log-in works. */
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
 * Changes any subset of a mailbox. What its log-in needs is tried for real before it is saved; a mailbox that was not
 * connected is so again when that works, or when `status` asks for it, and its mails go on.
 * @throws AppError INVALID for a limit above the provider's, or for server settings of a Gmail mailbox; CONFLICT when
 * only Google's consent page can connect it; see `verifyLogin` for what servers refuse
 */
export async function changeMailbox(
  db: Db,
  userId: string,
  id: string,
  change: MailboxChange,
  now: Date,
  deps: MailboxDeps,
): Promise<Mailbox> {
  const before = await requireMailbox(db, userId, id)
  const wish = forProvider(before, change)
  const after = merged(before, wish, deps.secrets)
  const logsIn = before.provider === 'smtp' && (wish.status !== undefined || differs(before, after, wish))
  if (logsIn) await verifyLogin(deps.providers, smtpConfig(after, deps.secrets))
  const save = async (tx: Db) => {
    const stored = await lock(tx, userId, id)
    const columns = columnsOf(after, wish)
    if (Object.keys(columns).length > 0)
      await tx.update(mailAccounts).set(columns).where(eq(mailAccounts.id, id))
    if (stored.accountKey !== after.accountKey) await moveCounts(tx, stored.accountKey, after)
    if (readsElsewhere(stored, after)) await readAnew(tx, after)
    if (stored.status !== 'connected' && (logsIn || wish.status)) await reconnect(tx, userId, after, now)
    if (limitOf(after, now) > limitOf(stored, now)) await pullBack(tx, after.accountKey, now)
  }
  await refuseSecondOf(after.email, () => db.transaction(save))
  return getMailbox(db, userId, id)
}

async function reconnect(tx: Db, userId: string, box: MailboxRow, now: Date): Promise<void> {
  const { id } = box
  await tx
    .update(mailAccounts)
    .set({ status: 'connected', statusDetail: null })
    .where(eq(mailAccounts.id, id))
  await clearHealth(tx, box, now)
  if (box.provider === 'gmail' || box.imapHost) await enqueue(tx, 'sync-mailbox', { mailboxId: id })
  await wakeMailbox(tx, userId, id, now)
}

/** Mails that a lower limit moved to later days are planned again, those of whoever shares the account too. */
async function pullBack(tx: Db, accountKey: string, now: Date): Promise<void> {
  const boxes = tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(eq(mailAccounts.accountKey, accountKey))
  const moved = and(
    inArray(sequenceContacts.mailboxId, boxes),
    eq(sequenceContacts.status, 'active'),
    eq(sequenceContacts.holdReason, 'quota'),
  )
  if ((await applyToEnrollments(tx, moved, onMoreRoom, now)) > 0) await enqueue(tx, 'due-scan', {})
}

/** What may be asked of this kind of mailbox. */
function forProvider(box: MailboxRow, change: MailboxChange): MailboxChange {
  const cap = providerLimit(box)
  if (cap !== null && (change.dailyLimit ?? 0) > cap)
    invalid(`Google lets this mailbox send at most ${cap} mails a day`, 'dailyLimit')
  if (box.provider === 'smtp') return change
  const foreign = LOGIN_FIELDS.find((field) => change[field] !== undefined)
  if (foreign) invalid('A Gmail mailbox is reached through Google and has no server settings', foreign)
  if (change.status && box.status === 'token_expired')
    throw new AppError('CONFLICT', 'Connect this mailbox again through Google')
  return change
}

/** The row as it would be; a new password is sealed in it. */
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
  if (box.provider !== 'smtp') return after
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

/** Only what this change is about: another one at the same moment keeps the rest. */
function columnsOf(after: MailboxRow, wish: MailboxChange): Partial<MailboxRow> {
  const { status: _, ...asked } = wish
  const names = Object.keys(asked).filter((name) => asked[name as keyof typeof asked] !== undefined)
  const derived =
    after.provider === 'smtp' && names.length > 0 ? ['accountKey', 'imapPort', 'imapSecure'] : []
  const columns = [...names, ...derived].map((name) => [name, after[name as keyof MailboxRow]])
  return Object.fromEntries(columns)
}

async function lock(tx: Db, userId: string, id: string): Promise<MailboxRow> {
  const [row] = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, userId)))
    .for('no key update')
  return row ?? notFound('Mail account not found')
}

/** Another log-in at another server starts with the counts of the old one: a change gives no second day's worth of mails. */
async function moveCounts(tx: Db, from: string, box: MailboxRow): Promise<void> {
  const to = box.accountKey
  await tx.execute(sql`
    insert into ${mailboxDays} (account_key, day, used, policy_refusals)
    select ${to}, day, used, policy_refusals from ${mailboxDays} where account_key = ${from}
    on conflict (account_key, day) do update set used = greatest(mailbox_days.used, excluded.used),
      policy_refusals = greatest(mailbox_days.policy_refusals, excluded.policy_refusals)`)
  await tx.execute(sql`
    insert into ${mailboxPaces} (account_key, last_slot_at)
    select ${to}, last_slot_at from ${mailboxPaces} where account_key = ${from} on conflict do nothing`)
  // Its planned mails are now another task's to send.
  const [row] = await tx.select({ shard: shardOf }).from(mailAccounts).where(eq(mailAccounts.id, box.id))
  if (!row) return
  await tx
    .update(emailSends)
    .set({ shard: row.shard })
    .where(and(eq(emailSends.senderAccountId, box.id), inArray(emailSends.state, ['scheduled', 'claimed'])))
  await enqueue(tx, 'send-step', { shard: row.shard })
}

const readsElsewhere = (before: MailboxRow, after: MailboxRow): boolean =>
  before.imapHost !== after.imapHost || (after.imapHost !== null && before.username !== after.username)

/** Another inbox is read from now on: a place in the old one means nothing there. */
async function readAnew(tx: Db, { id, imapHost }: MailboxRow): Promise<void> {
  await tx.delete(syncCursors).where(eq(syncCursors.mailAccountId, id))
  if (imapHost) await enqueue(tx, 'sync-mailbox', { mailboxId: id })
}
