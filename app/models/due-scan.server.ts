import { asc, inArray, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '../db.server'
import { follow } from '../engine/follow'
import type { Snapshot } from '../engine/types'
import { enqueue } from '../jobs/enqueue.server'
import type { Secrets } from '../secrets.server'
import { stopMail } from './contact-stops.server'
import { type Loaded, loadSnapshots } from './enrollment-snapshot.server'
import { type Decided, saveDecisions } from './enrollment-store.server'
import { giveSlots, WATCH_MS } from './mailbox-slots.server'
import type { DueSend } from './outbox-plan.server'
import { addToPersona, lockLists } from './persona-contacts.server'

/** Enrollments decided in one transaction. */
export const SCAN_BATCH = 500

/**
 * Decides one batch of what is due: claims the rows, asks the engine, gives mailboxes their slots until `horizon` and
 * writes the send rows, all in one transaction with the jobs that will send them. Rows that another process holds
 * are left to it. @returns how many rows it claimed; fewer than SCAN_BATCH when nothing is left
 */
export async function scanDue(db: Db, now: Date, horizon: Date, secrets: Secrets): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(
        sql`${sequenceContacts.status} = 'active' and ${sequenceContacts.nextActionAt} <= ${now.toISOString()}::timestamptz`,
      )
      .orderBy(asc(sequenceContacts.nextActionAt))
      .limit(SCAN_BATCH)
      .for('update', { skipLocked: true })
    if (due.length === 0) return 0
    const loaded = await loadSnapshots(
      tx,
      due.map((row) => row.id),
      now,
    )
    const decided: Decided[] = []
    const sends: DueSend[] = []
    const underWay: string[] = []
    for (const one of loaded) {
      // When an edit was committed and its job has not come here, that is done now.
      const followed = follow(one.snapshot, one.replanTo !== null)
      const at = (snapshot: Snapshot): Loaded => ({ ...one, snapshot })
      for (const { snapshot, decision } of followed.decided) decided.push({ loaded: at(snapshot), decision })
      const { send } = followed
      if (followed.inFlight || send?.snapshot.facts.pendingSend) underWay.push(one.snapshot.enrollment.id)
      else if (send) sends.push({ loaded: at(send.snapshot), decision: send.decision })
    }
    await saveDecisions(tx, decided, now)
    await markPlanned(tx, loaded)
    for (const { loaded, decision } of decided) {
      if (decision.suppressContact && loaded.contactId) {
        await stopMail(tx, loaded.userId, loaded.contactId, 'unopened', now, secrets)
      }
    }
    await addToLists(tx, decided, now, secrets)
    await giveSlots(tx, sends, now, horizon)
    await watch(tx, underWay, now)
    await syncStale(tx, decided)
    return due.length
  })
}

/** What the job of an edit would do is done. */
async function markPlanned(tx: Db, loaded: Loaded[]): Promise<void> {
  // What is under way is left to the job.
  const planned = loaded.filter(({ snapshot }) => snapshot.facts.pendingSend !== 'sending')
  const versions = new Set(planned.flatMap(({ replanTo }) => replanTo ?? []))
  for (const version of versions) {
    const ids = planned.filter((one) => one.replanTo === version).map((one) => one.snapshot.enrollment.id)
    await tx.update(sequenceContacts).set({ planVersion: version }).where(inArray(sequenceContacts.id, ids))
  }
}

async function addToLists(tx: Db, decided: Decided[], now: Date, secrets: Secrets): Promise<void> {
  const added = decided.flatMap(({ loaded: { userId, contactId }, decision }) =>
    decision.type === 'add_to_list' && decision.personaId && contactId
      ? [{ userId, contactId, personaId: decision.personaId }]
      : [],
  )
  await lockLists(
    tx,
    added.map(({ personaId }) => personaId),
  )
  for (const { userId, contactId, personaId } of added)
    await addToPersona(tx, userId, { personaId, contactIds: [contactId] }, now, secrets)
}

/** Their mails are under way: the outcome moves them on; this look is for the case that none comes. */
async function watch(tx: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(sequenceContacts)
    .set({ nextActionAt: new Date(now.getTime() + WATCH_MS) })
    .where(inArray(sequenceContacts.id, ids))
}

/** Mailboxes that somebody waits for are read at once. */
async function syncStale(tx: Db, decided: Decided[]): Promise<void> {
  const stale = decided.flatMap(({ loaded, decision }) =>
    decision.type === 'hold' && decision.reason === 'inbox_not_fresh' && loaded.mailboxId
      ? [loaded.mailboxId]
      : [],
  )
  for (const mailboxId of [...new Set(stale)].sort()) await enqueue(tx, 'sync-mailbox', { mailboxId })
}
