import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts, users } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { type MailboxLimit, requireRoomForMailbox } from './limit.server'
import { smtpAccountKey, verifyLogin } from './login.server'
import type { Mailbox, NewMailbox } from './mailbox'
import { getMailbox } from './mailbox.server'
import type { MailboxDeps } from './open.server'
import { wakeMailbox } from './wake.server'

const TLS_PORTS = { smtp: 465, imap: 993 }

/** A port and its way of TLS: each follows from the other where only one is said. */
function portAndTls(kind: keyof typeof TLS_PORTS, port?: number | null, secure?: boolean | null) {
  const plain = kind === 'smtp' ? 587 : 143
  const tls = secure ?? (port === undefined || port === null ? kind === 'imap' : port === TLS_PORTS[kind])
  return { port: port ?? (tls ? TLS_PORTS[kind] : plain), secure: tls }
}

/** What cannot be chosen of a new SMTP mailbox, as it begins: the first one is the default sender. */
export async function freshMailbox(
  db: Db,
  userId: string,
  { imapHost }: NewMailbox,
): Promise<Partial<Mailbox>> {
  const [user] = await db
    .select({ default: users.defaultSenderAccountId })
    .from(users)
    .where(eq(users.id, userId))
  return { status: 'connected', canRead: Boolean(imapHost), isDefault: !user?.default, aliasOptions: [] }
}

/**
 * Adds an SMTP mailbox once its log-ins worked; the first one becomes the default sender. People who waited for a
 * mailbox go on.
 * @throws AppError CONFLICT for an address that is there already, or one mailbox too many; see `verifyLogin` for what servers refuse
 */
export async function createSmtpMailbox(
  db: Db,
  userId: string,
  input: NewMailbox,
  now: Date,
  { providers, secrets, env }: MailboxDeps & MailboxLimit,
): Promise<Mailbox> {
  const { email, smtpHost, password } = input
  const username = input.username ?? email
  await refuseSecond(db, userId, email)
  // Checked again when it is stored. Checked here as well, so that users do not wait for servers first.
  await requireRoomForMailbox(db, userId, { env })
  const smtp = portAndTls('smtp', input.smtpPort, input.smtpSecure)
  const imapHost = input.imapHost ?? null
  const imap = imapHost ? portAndTls('imap', input.imapPort, input.imapSecure) : null
  await verifyLogin(providers, {
    email,
    smtp: { host: smtpHost, ...smtp },
    imap: imapHost && imap ? { host: imapHost, ...imap } : null,
    username,
    password,
  })
  const id = crypto.randomUUID()
  const [user] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  const { displayName, dailyLimit, signature, postalAddress } = input
  await refuseSecondOf(email, () =>
    db.transaction(async (tx) => {
      await requireRoomForMailbox(tx, userId, { env })
      await tx.insert(mailAccounts).values({
        ...{ id, userId, provider: 'smtp', email, displayName, dailyLimit, signature, postalAddress },
        accountKey: smtpAccountKey({ username, smtpHost }),
        ...{ smtpHost, smtpPort: smtp.port, smtpSecure: smtp.secure },
        ...{ imapHost, imapPort: imap?.port ?? null, imapSecure: imap?.secure ?? null },
        ...{ username, password: secrets.seal(password, id) },
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
      if (imapHost) await enqueue(tx, 'sync-mailbox', { mailboxId: id })
      await wakeMailbox(tx, userId, id, now)
    }),
  )
  return getMailbox(db, userId, id)
}

const second = (email: string) =>
  new AppError('CONFLICT', `${email} is connected already; change that mailbox instead`, { field: 'email' })

/** Asked before the log-in: nobody should wait for servers to hear it. */
async function refuseSecond(db: Db, userId: string, email: string): Promise<void> {
  const [known] = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(
      and(
        eq(mailAccounts.userId, userId),
        eq(mailAccounts.provider, 'smtp'),
        sql`lower(${mailAccounts.email}) = ${email.toLowerCase()}`,
      ),
    )
  if (known) throw second(email)
}

/** Runs what stores an address; a second mailbox with it is refused, also when both came at one moment. */
export async function refuseSecondOf<T>(email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) === 'mail_accounts_email_key') throw second(email)
    throw error
  }
}
