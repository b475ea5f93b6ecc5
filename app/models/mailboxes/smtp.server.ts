import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts, users } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { requireConfirmed } from '~/models/accounts/confirm.server'
import { recordNoticed } from '~/models/accounts/keys/security-log.server'
import { type MailboxLimit, requireRoomForMailbox } from './limit.server'
import { smtpAccountKey, verifyMailboxLogin } from './login.server'
import type { Mailbox, NewMailbox } from './mailbox'
import { getMailbox } from './mailbox.server'
import type { MailboxDeps } from './open.server'
import { wakeMailbox } from './wake.server'

const TLS_PORTS = { smtp: 465, imap: 993 }

/** Completes a port and its kind of TLS: each is derived from the other if only one is given. */
function portAndTls(kind: keyof typeof TLS_PORTS, port?: number | null, secure?: boolean | null) {
  const plain = kind === 'smtp' ? 587 : 143
  const tls = secure ?? (port === undefined || port === null ? kind === 'imap' : port === TLS_PORTS[kind])
  return { port: port ?? (tls ? TLS_PORTS[kind] : plain), secure: tls }
}

/** The fields of a new SMTP mailbox that the user cannot set. The first mailbox is the default sender. */
export async function newMailboxDefaults(
  db: Db,
  userId: string,
  { imapHost }: NewMailbox,
): Promise<Partial<Mailbox>> {
  const [user] = await db
    .select({ default: users.defaultSenderAccountId })
    .from(users)
    .where(eq(users.id, userId))
  return {
    status: 'connected',
    canRead: Boolean(imapHost),
    isDefault: !user?.default,
    aliasOptions: [],
    readFolders: 'usual',
    folderNames: [],
  }
}

type NewMailboxDeps = MailboxDeps &
  MailboxLimit & {
    /** The id of the new mailbox, for a caller that may try again. */
    id?: string
  }

/**
 * Adds an SMTP mailbox after testing its logins. The first one becomes the default sender. Enrollments that waited for a mailbox
 * resume.
 * @throws AppError as `testSmtpMailbox` and `storeSmtpMailbox`
 */
export async function createSmtpMailbox(
  db: Db,
  userId: string,
  input: NewMailbox,
  now: Date,
  deps: NewMailboxDeps,
): Promise<Mailbox> {
  await testSmtpMailbox(db, userId, input, deps)
  return storeSmtpMailbox(db, userId, input, now, deps)
}

/**
 * Tests the logins of a mailbox that is to be added. Checks first what storing it checks again, so that the user does not wait for
 * the servers in vain.
 * @throws AppError FORBIDDEN until the user's address is confirmed; CONFLICT for a duplicate address or too many mailboxes; see `verifyMailboxLogin` for failed logins
 */
export async function testSmtpMailbox(
  db: Db,
  userId: string,
  input: NewMailbox,
  { providers, env }: NewMailboxDeps,
): Promise<void> {
  await requireConfirmed(db, userId)
  await refuseDuplicate(db, userId, input)
  await requireRoomForMailbox(db, userId, { env })
  const { email, password } = input
  await verifyMailboxLogin(providers, { email, password, ...serversOf(input) })
}

/** The servers of a new mailbox with what its user left open, and the name that it logs in with. */
function serversOf({ email, username, smtpHost, smtpPort, smtpSecure, ...input }: NewMailbox) {
  const imap = input.imapHost
    ? { host: input.imapHost, ...portAndTls('imap', input.imapPort, input.imapSecure) }
    : null
  const smtp = { host: smtpHost, ...portAndTls('smtp', smtpPort, smtpSecure) }
  return { smtp, imap, username: username ?? email }
}

/**
 * Stores a mailbox whose logins were tested.
 * @throws AppError CONFLICT for a duplicate address or too many mailboxes
 */
export async function storeSmtpMailbox(
  db: Db,
  userId: string,
  input: NewMailbox,
  now: Date,
  { secrets, env, address, id = crypto.randomUUID() }: NewMailboxDeps,
): Promise<Mailbox> {
  const { provider, email, displayName, dailyLimit, signature, postalAddress } = input
  const { smtp, imap, username } = serversOf(input)
  const [user] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  await withUniqueEmail(email, () =>
    db.transaction(async (tx) => {
      await requireRoomForMailbox(tx, userId, { env })
      await tx.insert(mailAccounts).values({
        ...{ id, userId, provider, email, displayName, dailyLimit, signature, postalAddress },
        accountKey: smtpAccountKey({ username, smtpHost: smtp.host }),
        ...{ smtpHost: smtp.host, smtpPort: smtp.port, smtpSecure: smtp.secure },
        ...{ imapHost: imap?.host ?? null, imapPort: imap?.port ?? null, imapSecure: imap?.secure ?? null },
        ...{ username, password: secrets.seal(input.password, id) },
        ...(input.sendIntervalSeconds === undefined
          ? {}
          : { sendIntervalSeconds: input.sendIntervalSeconds }),
        timezone: input.timezone ?? user?.timezone ?? 'UTC',
        createdAt: now,
      })
      await tx
        .update(users)
        .set({ defaultSenderAccountId: id })
        .where(and(eq(users.id, userId), sql`${users.defaultSenderAccountId} is null`))
      if (imap) await enqueue(tx, 'sync-mailbox', { mailboxId: id })
      if (address) await recordNoticed(tx, userId, { kind: 'mailbox_connected', subject: email, address })
      await wakeMailbox(tx, userId, id, now)
    }),
  )
  return getMailbox(db, userId, id)
}

const duplicate = (email: string) =>
  new AppError('CONFLICT', `${email} is already connected. Edit that mailbox instead.`, { field: 'email' })

/** Refuses a duplicate address before the login test, so that the user does not wait for the servers. */
async function refuseDuplicate(
  db: Db,
  userId: string,
  { provider, email }: Pick<NewMailbox, 'provider' | 'email'>,
): Promise<void> {
  const [known] = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(
      and(
        eq(mailAccounts.userId, userId),
        eq(mailAccounts.provider, provider),
        sql`lower(${mailAccounts.email}) = ${email.toLowerCase()}`,
      ),
    )
  if (known) throw duplicate(email)
}

/** Runs `work`, which stores an address, and reports a duplicate address, even if both were added at the same time. */
export async function withUniqueEmail<T>(email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) === 'mail_accounts_email_key') throw duplicate(email)
    throw error
  }
}
