import { and, eq, sql } from 'drizzle-orm'
import { aliases, emailSends, mailAccounts, mailboxDays, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { AppError, invalid } from '~/errors'
import { requireMailbox } from '~/models/mailboxes/mailbox.server'
import { problemOf } from '~/models/mailboxes/problem'
import { limitOf } from '~/models/mailboxes/sending-limit.server'
import { messageIdOf } from '~/models/shared/mail/message-id'
import { areLinksReachable, LINKS_UNREACHABLE, type LinkSettings } from '~/models/templates/link-reach.server'
import type { SendTest } from '~/models/templates/template'
import { showPreview } from '~/models/templates/template.server'
import { newToken } from '~/secrets.server'
import { unsubscribeUrlOf } from './mail-content.server'

/** What a test email says. Without an id it is not stored yet. */
export interface TestContent {
  id: string | null
  subject: string
  htmlBody: string
  plainTextBody: string | null
}

/**
 * Starts a test email. It counts toward the mailbox's daily limit, and its row is written before the provider is called.
 * @throws AppError CONFLICT without a usable mailbox, or when its daily limit is reached
 */
export async function startTestSend(
  db: Db,
  userId: string,
  content: TestContent,
  input: SendTest,
  now: Date,
  env: LinkSettings,
) {
  const box = await loadSender(db, userId, input.senderAccountId)
  if (!areLinksReachable(env, box)) throw new AppError('CONFLICT', LINKS_UNREACHABLE)
  const unsubscribeToken = newToken()
  // The link is real, and affects only the address that gets the test: see `unsubscribe`.
  const unsubscribeUrl = unsubscribeUrlOf(env.appUrl, unsubscribeToken)
  const preview = await showPreview(
    { subject: content.subject, htmlBody: content.htmlBody || ' ', plainTextBody: content.plainTextBody },
    env.appUrl,
    box,
    unsubscribeUrl,
  )
  const alias = input.sendAsEmail ? await requireAlias(db, box.id, input.sendAsEmail) : null
  const day = localDay(now, box.timezone)
  const from = { name: alias?.displayName || box.displayName, address: alias?.sendAsEmail ?? box.email }
  const id = crypto.randomUUID()
  const messageId = messageIdOf(id, 1, from.address)
  await db.transaction(async (tx) => {
    const [used] = await tx
      .insert(mailboxDays)
      .values({ accountKey: box.accountKey, day, used: 1 })
      .onConflictDoUpdate({
        target: [mailboxDays.accountKey, mailboxDays.day],
        set: { used: sql`${mailboxDays.used} + 1` },
      })
      .returning({ used: mailboxDays.used })
    if (used!.used > limitOf(box, now))
      throw new AppError('CONFLICT', `${box.email} has reached its daily limit`)
    await tx.insert(emailSends).values({
      id,
      userId,
      templateId: content.id,
      senderAccountId: box.id,
      sendAsEmail: alias?.sendAsEmail ?? null,
      senderEmail: from.address,
      recipientEmail: input.email,
      isTest: true,
      subject: preview.subject,
      htmlBody: preview.htmlBody,
      plainTextBody: preview.plainTextBody,
      state: 'sending',
      tracked: false,
      trackingToken: newToken(),
      unsubscribeToken,
      messageId,
      plannedAt: now,
      scheduledFor: now,
      startedAt: now,
      quotaDay: day,
      attempts: 1,
      leaseEndsAt: sql`now() + interval '10 minutes'` as unknown as Date,
    })
  })
  return {
    mailboxId: box.id,
    parts: {
      sendId: id,
      messageId,
      from,
      to: { address: input.email },
      subject: preview.subject,
      text: preview.plainTextBody,
      html: preview.htmlBody,
      unsubscribeUrl,
    },
  }
}

export async function loadSender(db: Db, userId: string, accountId: string | null) {
  if (accountId) return connected(await requireMailbox(db, userId, accountId))
  const [row] = await db
    .select({ box: mailAccounts })
    .from(mailAccounts)
    .innerJoin(users, eq(users.id, mailAccounts.userId))
    .where(eq(mailAccounts.userId, userId))
    .orderBy(
      sql`${mailAccounts.id} = ${users.defaultSenderAccountId} desc nulls last`,
      sql`${mailAccounts.createdAt}`,
    )
    .limit(1)
  if (!row) throw new AppError('CONFLICT', 'Connect a mailbox first')
  return connected(row.box)
}

function connected(box: typeof mailAccounts.$inferSelect) {
  if (box.status === 'error')
    throw new AppError('CONFLICT', `${problemOf({ ...box, status: 'paused' })?.text} Resume sending first`)
  if (box.status !== 'connected') throw new AppError('CONFLICT', `${box.email} needs to be reconnected first`)
  return box
}

async function requireAlias(db: Db, accountId: string, email: string) {
  const [alias] = await db
    .select()
    .from(aliases)
    .where(and(eq(aliases.accountId, accountId), sql`lower(${aliases.sendAsEmail}) = ${email.toLowerCase()}`))
  if (alias?.verificationStatus !== 'accepted')
    return invalid('This address is not a verified alias of the mailbox', 'sendAsEmail')
  return alias
}
