import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { onHold } from '~/engine/events'
import { type FollowedDecision, follow } from '~/engine/follow'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { stopEmails } from '~/models/contacts/stops.server'
import { type LoadedEnrollment, loadSnapshots } from '~/models/enrollments/snapshot.server'
import { type DecidedEnrollment, saveDecisions } from '~/models/enrollments/store.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { lockLists } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Secrets } from '~/secrets.server'
import type { DueSend } from './due-send'
import { loadSender, RECHECK_MS, scheduleSends } from './mailbox-slots.server'
import { type PlannedSend, writeUncertain } from './plan.server'
import { MAY_HAVE_BEEN_SENT, readSendingControl } from './sending-control.server'

/** Enrollments decided in one transaction. */
export const SCAN_BATCH = 500
/** The maximum number of due enrollments that are looked at to find mailboxes. */
const MAX_LISTED_DUE = 10 * SCAN_BATCH

export interface DueList {
  /** Mailboxes with due enrollments, the earliest first; null if some have no mailbox. */
  mailboxes: (string | null)[]
  /** The number of due enrollments that were looked at. */
  seen: number
}

/** Lists the mailboxes of what is due, without locking anything. Empty while sending is held. */
export async function listDue(db: Db, now: Date): Promise<DueList> {
  if ((await readSendingControl(db)).hold) return { mailboxes: [], seen: 0 }
  const rows = await db
    .select({ mailboxId: sequenceContacts.mailboxId })
    .from(sequenceContacts)
    .where(isDue(now))
    .orderBy(asc(sequenceContacts.nextActionAt))
    .limit(MAX_LISTED_DUE)
  return { mailboxes: [...new Set(rows.map(({ mailboxId }) => mailboxId))], seen: rows.length }
}

/**
 * Decides the earliest due enrollments of one mailbox, or of none, in one transaction: locks the rows, asks the engine, assigns slots until
 * `horizon`, writes the send rows and enqueues the mailbox's job. Skips rows that another process has locked or decided.
 * @returns the number of rows that it decided, at most SCAN_BATCH
 */
export async function decideDue(
  db: Db,
  mailboxId: string | null,
  now: Date,
  horizon: Date,
  secrets: Secrets,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { hold, sentUntil } = await readSendingControl(tx)
    if (hold) return 0
    const ofMailbox = mailboxId
      ? eq(sequenceContacts.mailboxId, mailboxId)
      : isNull(sequenceContacts.mailboxId)
    const earliest = tx
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(and(ofMailbox, isDue(now)))
      .orderBy(asc(sequenceContacts.nextActionAt))
      .limit(SCAN_BATCH)
    const ids = (await earliest).map(({ id }) => id)
    await lockListsAhead(tx, ids)
    const due = await tx
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(and(isAmong(sequenceContacts.id, ids), ofMailbox, isDue(now)))
      .orderBy(asc(sequenceContacts.nextActionAt))
      .for('update', { skipLocked: true })
    if (due.length === 0) return 0
    const loaded = await loadSnapshots(
      tx,
      due.map((row) => row.id),
      now,
    )
    const { decided, sends, inFlight } = await followAll(tx, loaded, sentUntil)
    await saveDecisions(tx, decided, now)
    await markPlanned(tx, loaded)
    const stopped = new Set<string>()
    for (const { loaded, decision } of decided) {
      if (decision.suppressContact && loaded.contactId) {
        await stopEmails(tx, loaded.userId, loaded.contactId, 'unopened', now, secrets)
        stopped.add(loaded.contactId)
      }
    }
    await addToLists(tx, decided, now, secrets)
    // Suppressing a contact has ended all of its enrollments.
    const isActive = ({ contactId }: LoadedEnrollment) => contactId === null || !stopped.has(contactId)
    await scheduleSends(
      tx,
      sends.filter(({ loaded }) => isActive(loaded)),
      now,
      horizon,
    )
    await scheduleCheck(tx, inFlight.filter(isActive), now)
    await syncStale(tx, decided)
    return due.length
  })
}

const isDue = (now: Date) =>
  sql`${sequenceContacts.status} = 'active' and ${sequenceContacts.nextActionAt} <= ${now.toISOString()}::timestamptz`

/**
 * Locks the email lists that these enrollments may add contacts to, and the sequences linked to these lists. The lock order puts both
 * before enrollments. Enrollments that are about to send are not added to lists.
 */
async function lockListsAhead(tx: Db, ids: string[]): Promise<void> {
  const rows = await executePrepared<{ id: string }>(
    tx,
    sql`
    with due as materialized (
      select distinct sequence_id, version_id from sequence_contacts
      where ${isAmong(sql`id`, ids)} and next_action is distinct from 'send')
    select persona_id as id from steps
    where step_type = 'add_to_persona' and persona_id is not null and archived_at is null
      and sequence_id in (select sequence_id from due)
    union
    select (step ->> 'personaId')::uuid from due
      join sequence_versions v on v.id = due.version_id, jsonb_path_query(v.content, '$.steps[*]') step
    where step ->> 'stepType' = 'add_to_persona' and step ->> 'personaId' is not null`,
  )
  await lockLists(
    tx,
    rows.map((row) => row.id),
  )
}

interface FollowedAll {
  decided: DecidedEnrollment[]
  sends: DueSend[]
  /** Enrollments that already have a pending send. */
  inFlight: LoadedEnrollment[]
}

/** Asks the engine about each enrollment. Sends that an earlier installation may have made become uncertain instead of due. */
async function followAll(tx: Db, loaded: LoadedEnrollment[], sentUntil: Date | null): Promise<FollowedAll> {
  const all: FollowedAll = { decided: [], sends: [], inFlight: [] }
  const uncertain: { loaded: LoadedEnrollment; followed: FollowedDecision; send: DueSend }[] = []
  const take = (loaded: LoadedEnrollment, { decided, send, inFlight }: FollowedDecision) => {
    for (const { snapshot, decision } of decided)
      all.decided.push({ loaded: { ...loaded, snapshot }, decision })
    if (inFlight || send?.snapshot.facts.pendingSend) all.inFlight.push(loaded)
    else if (send) all.sends.push({ loaded: { ...loaded, snapshot: send.snapshot }, decision: send.decision })
  }
  for (const enrollment of loaded) {
    // If the sequence was edited and the job of the edit has not reached this enrollment, replan it first.
    const followed = follow(enrollment.snapshot, enrollment.replanTo !== null, sentUntil)
    const { possiblySent } = followed
    if (possiblySent) {
      uncertain.push({
        loaded: enrollment,
        followed,
        send: { loaded: { ...enrollment, snapshot: possiblySent.snapshot }, decision: possiblySent.decision },
      })
    } else take(enrollment, followed)
  }
  const written =
    sentUntil &&
    (await writePossiblySent(
      tx,
      uncertain.map(({ send }) => send),
      sentUntil,
    ))
  for (const { loaded, followed, send } of uncertain) {
    const { snapshot } = send.loaded
    // The user has decided about this send since: treat the enrollment like any other.
    if (!written?.has(snapshot.enrollment.id)) take(loaded, follow(loaded.snapshot, loaded.replanTo !== null))
    else {
      take(loaded, followed)
      const unknown = { ...snapshot, facts: { ...snapshot.facts, pendingSend: 'uncertain' as const } }
      all.decided.push({ loaded: send.loaded, decision: onHold(unknown, 'uncertain_send') })
    }
  }
  return all
}

async function writePossiblySent(tx: Db, sends: DueSend[], sentUntil: Date): Promise<Set<string>> {
  const box = await loadSender(tx, sends)
  if (!box) return new Set()
  const planned = sends.map((send): PlannedSend => {
    const { plannedAt } = send.decision
    const slot = { id: '', at: plannedAt, plannedAt, reason: 'slot' as const, ready: true }
    return { ...send, slot, box, day: null }
  })
  return writeUncertain(tx, planned, sentUntil, MAY_HAVE_BEEN_SENT)
}

/** Marks the enrollments as replanned, so that the job of the edit skips them. */
async function markPlanned(tx: Db, loaded: LoadedEnrollment[]): Promise<void> {
  // The job replans enrollments with a send in progress once that send is recorded.
  const planned = loaded.filter(({ snapshot }) => snapshot.facts.pendingSend !== 'sending')
  const versions = new Set(planned.flatMap(({ replanTo }) => replanTo ?? []))
  for (const version of versions) {
    const ids = planned
      .filter((loaded) => loaded.replanTo === version)
      .map((loaded) => loaded.snapshot.enrollment.id)
    await tx.update(sequenceContacts).set({ planVersion: version }).where(inArray(sequenceContacts.id, ids))
  }
}

async function addToLists(tx: Db, decided: DecidedEnrollment[], now: Date, secrets: Secrets): Promise<void> {
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
    await addToPersona(tx, userId, { personaId, contactIds: [contactId], isByJob: true }, now, secrets)
}

/** Schedules a check of enrollments with a pending send, in case its outcome is never recorded. */
async function scheduleCheck(tx: Db, inFlight: LoadedEnrollment[], now: Date): Promise<void> {
  if (inFlight.length === 0) return
  const ids = inFlight.map((loaded) => loaded.snapshot.enrollment.id)
  await tx
    .update(sequenceContacts)
    .set({ nextActionAt: new Date(now.getTime() + RECHECK_MS) })
    .where(inArray(sequenceContacts.id, ids))
}

/** Syncs the mailboxes that held enrollments are waiting for. */
async function syncStale(tx: Db, decided: DecidedEnrollment[]): Promise<void> {
  const stale = decided.flatMap(({ loaded, decision }) =>
    decision.type === 'hold' && decision.reason === 'inbox_not_fresh' && loaded.mailboxId
      ? [loaded.mailboxId]
      : [],
  )
  for (const mailboxId of [...new Set(stale)].sort()) await enqueue(tx, 'sync-mailbox', { mailboxId })
}
