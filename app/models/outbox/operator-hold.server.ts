import { sql } from 'drizzle-orm'
import { sendingControl } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { wakeSending } from './sending-control.server'

/**
 * Holds all sending for an operator: nothing is decided, claimed or started from now on. Emails that are being handed over at this moment
 * still go out. A second call keeps the start time and replaces the reason. Call holdIfMoved before, which creates the row.
 * @param reason shown to all users; null to show none @param now mail time
 */
export async function holdSending(db: Db, reason: string | null, now: Date): Promise<void> {
  await db.update(sendingControl).set({
    operatorHeldSince: sql`coalesce(${sendingControl.operatorHeldSince}, ${now.toISOString()}::timestamptz)`,
    operatorReason: reason,
  })
}

/** Ends the operator's hold; a hold after a restore stays. @returns false if there was none */
export async function releaseHold(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ since: sendingControl.operatorHeldSince })
      .from(sendingControl)
      .for('update')
    if (!row?.since) return false
    await tx.update(sendingControl).set({ operatorHeldSince: null, operatorReason: null })
    await wakeSending(tx)
    return true
  })
}
