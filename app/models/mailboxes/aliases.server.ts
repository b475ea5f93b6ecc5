import { eq } from 'drizzle-orm'
import { aliases } from '#drizzle/schema'
import type { Clock } from '~/clock.server'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import type { SenderAlias } from '~/providers/mail/types'
import { deadline } from '~/providers/net/deadline'
import { requireMailbox } from './mailbox.server'
import { type MailboxDeps, openMailbox } from './open.server'
import { expireMailbox } from './status.server'

/** Replaces a mailbox's aliases with those reported by the provider. */
export async function saveAliases(tx: Db, accountId: string, found: SenderAlias[]): Promise<void> {
  await tx.delete(aliases).where(eq(aliases.accountId, accountId))
  if (found.length === 0) return
  await tx
    .insert(aliases)
    .values(found.map(({ isDefault, ...alias }) => ({ ...alias, accountId, isDefaultAlias: isDefault })))
    .onConflictDoNothing()
}

/** Reloads a mailbox's aliases from its provider. @throws AppError UPSTREAM_FAILED with the provider's message */
export async function refreshAliases(
  db: Db,
  userId: string,
  id: string,
  deps: MailboxDeps & { clock: Clock },
): Promise<void> {
  await requireMailbox(db, userId, id)
  const provider = await openMailbox(db, id, deps)
  const result = await provider.aliases(deadline(20_000))
  if (!result.ok) {
    if (result.why === 'auth') await expireMailbox(db, id, result.detail, await deps.clock.now())
    throw new AppError('UPSTREAM_FAILED', result.detail)
  }
  await db.transaction((tx) => saveAliases(tx, id, result.aliases))
}
