import { asc, inArray, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '../db.server'
import { onDue } from '../engine/decide'
import { replan } from '../engine/replan'
import type { Decision } from '../engine/types'
import { enqueue } from '../jobs/enqueue.server'
import type { Secrets } from '../secrets.server'
import { stopMail } from './contact-stops.server'
import { type Loaded, loadSnapshots } from './enrollment-snapshot.server'
import { type Decided, saveDecisions } from './enrollment-store.server'
import { type DueSend, giveSlots, WATCH_MS } from './mailbox-slots.server'
import { addToPersona, lockLists } from './persona-contacts.server'

/** Enrollments decided in one transaction. */
export const SCAN_BATCH = 500
/** A chain of waits of no length and list steps ends somewhere. */
const MAX_CHAIN = 50

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
      const end = settle(one, decided)
      if (end.type === 'send') {
        if (end.send.loaded.snapshot.facts.pendingSend) underWay.push(one.snapshot.enrollment.id)
        else sends.push(end.send)
      } else if (end.type === 'in_flight') underWay.push(one.snapshot.enrollment.id)
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

type Settled = { type: 'done' } | { type: 'in_flight' } | { type: 'send'; send: DueSend }

/** Follows an enrollment until it waits for a later time; its decisions are added to `decided`. */
function settle(one: Loaded, decided: Decided[]): Settled {
  // An edit was committed and its job has not come here: the old date does not count any more.
  let stale = one.replanTo !== null
  let current = one
  for (let turn = 0; turn < MAX_CHAIN; turn++) {
    const decision: Decision = (stale ? replan : onDue)(current.snapshot)
    stale = false
    if (decision.type === 'send') return { type: 'send', send: { loaded: current, decision } }
    if (decision.rule === 'in_flight') return { type: 'in_flight' }
    decided.push({ loaded: current, decision })
    const { action, status, heldUntil, holdReason } = decision.enrollment
    const goesOn =
      (decision.type === 'plan' || decision.type === 'add_to_list') &&
      status === 'active' &&
      !holdReason &&
      !heldUntil &&
      action !== null &&
      action.at <= current.snapshot.now
    if (!goesOn) break
    // A cancelled row is no longer under way for the decision that follows.
    const facts = decision.cancelled
      ? { ...current.snapshot.facts, pendingSend: null }
      : current.snapshot.facts
    current = { ...current, snapshot: { ...current.snapshot, facts, enrollment: decision.enrollment } }
  }
  return { type: 'done' }
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
