import { asc, inArray, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { onHold } from '~/engine/events'
import { type Followed, follow } from '~/engine/follow'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { stopMail } from '~/models/contacts/stops.server'
import { type Loaded, loadSnapshots } from '~/models/enrollments/snapshot.server'
import { type Decided, saveDecisions } from '~/models/enrollments/store.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { lockLists } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'
import { giveSlots, mailboxesOf, WATCH_MS } from './mailbox-slots.server'
import { type DueSend, type PlannedSend, writeDoubtful } from './plan.server'
import { MAY_HAVE_LEFT, readSendingControl } from './sending-control.server'

/** Enrollments decided in one transaction. */
export const SCAN_BATCH = 500

/**
 * Decides one batch of what is due: claims the rows, asks the engine, gives mailboxes their slots until `horizon` and
 * writes the send rows, all in one transaction with the jobs that will send them. Rows that another process holds
 * are left to it. @returns how many rows it claimed; fewer than SCAN_BATCH when nothing is left
 */
export async function scanDue(db: Db, now: Date, horizon: Date, secrets: Secrets): Promise<number> {
  return db.transaction(async (tx) => {
    const { hold, sentUntil } = await readSendingControl(tx)
    if (hold) return 0
    await lockListsAhead(tx, now)
    const due = await tx
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(isDue(now))
      .orderBy(asc(sequenceContacts.nextActionAt))
      .limit(SCAN_BATCH)
      .for('update', { skipLocked: true })
    if (due.length === 0) return 0
    const loaded = await loadSnapshots(
      tx,
      due.map((row) => row.id),
      now,
    )
    const { decided, sends, underWay } = await followAll(tx, loaded, sentUntil)
    await saveDecisions(tx, decided, now)
    await markPlanned(tx, loaded)
    const stopped = new Set<string>()
    for (const { loaded, decision } of decided) {
      if (decision.suppressContact && loaded.contactId) {
        await stopMail(tx, loaded.userId, loaded.contactId, 'unopened', now, secrets)
        stopped.add(loaded.contactId)
      }
    }
    await addToLists(tx, decided, now, secrets)
    // Who was stopped just now for one enrollment has left the others with it.
    const stays = ({ contactId }: Loaded) => contactId === null || !stopped.has(contactId)
    await giveSlots(
      tx,
      sends.filter(({ loaded }) => stays(loaded)),
      now,
      horizon,
    )
    await watch(tx, underWay.filter(stays), now)
    await syncStale(tx, decided)
    return due.length
  })
}

const isDue = (now: Date) =>
  sql`${sequenceContacts.status} = 'active' and ${sequenceContacts.nextActionAt} <= ${now.toISOString()}::timestamptz`

/**
 * Locks the lists that those who are due may join, and the sequences that these are linked to: they come before people, as
 * everywhere. Whose next action is a mail joins none.
 */
async function lockListsAhead(tx: Db, now: Date): Promise<void> {
  const rows = await executePrepared<{ id: string }>(
    tx,
    sql`
    select distinct persona_id as id from steps
    where step_type = 'add_to_persona' and persona_id is not null and archived_at is null and sequence_id in (
      select due.sequence_id from (
        select sequence_id, next_action from sequence_contacts where ${isDue(now)}
        order by next_action_at limit ${SCAN_BATCH}::int) due
      where due.next_action is distinct from 'send')`,
  )
  await lockLists(
    tx,
    rows.map((row) => row.id),
  )
}

interface FollowedAll {
  decided: Decided[]
  sends: DueSend[]
  /** Enrollments whose mail is under way. */
  underWay: Loaded[]
}

/** Asks the engine about each; mails that an earlier installation may have sent become uncertain instead of due. */
async function followAll(tx: Db, loaded: Loaded[], sentUntil: Date | null): Promise<FollowedAll> {
  const all: FollowedAll = { decided: [], sends: [], underWay: [] }
  const doubts: { one: Loaded; followed: Followed; send: DueSend }[] = []
  const take = (one: Loaded, { decided, send, inFlight }: Followed) => {
    for (const { snapshot, decision } of decided) all.decided.push({ loaded: { ...one, snapshot }, decision })
    if (inFlight || send?.snapshot.facts.pendingSend) all.underWay.push(one)
    else if (send) all.sends.push({ loaded: { ...one, snapshot: send.snapshot }, decision: send.decision })
  }
  for (const one of loaded) {
    // When an edit was committed and its job has not come here, that is done now.
    const followed = follow(one.snapshot, one.replanTo !== null, sentUntil)
    const { doubt } = followed
    if (doubt) {
      doubts.push({
        one,
        followed,
        send: { loaded: { ...one, snapshot: doubt.snapshot }, decision: doubt.decision },
      })
    } else take(one, followed)
  }
  const written =
    sentUntil &&
    (await writeDoubts(
      tx,
      doubts.map(({ send }) => send),
      sentUntil,
    ))
  for (const { one, followed, send } of doubts) {
    const { snapshot } = send.loaded
    // What the user decided about since goes the way of all others.
    if (!written?.has(snapshot.enrollment.id)) take(one, follow(one.snapshot, one.replanTo !== null))
    else {
      take(one, followed)
      const unknown = { ...snapshot, facts: { ...snapshot.facts, pendingSend: 'uncertain' as const } }
      all.decided.push({ loaded: send.loaded, decision: onHold(unknown, 'uncertain_send') })
    }
  }
  return all
}

async function writeDoubts(tx: Db, sends: DueSend[], sentUntil: Date): Promise<Set<string>> {
  if (sends.length === 0) return new Set()
  const boxes = await mailboxesOf(tx, sends)
  const planned = sends.flatMap((send): PlannedSend[] => {
    const box = send.loaded.mailboxId ? boxes.get(send.loaded.mailboxId) : undefined
    const { plannedAt } = send.decision
    const slot = { id: '', at: plannedAt, plannedAt, reason: 'slot' as const, ready: true }
    return box ? [{ ...send, slot, box, day: null }] : []
  })
  return writeDoubtful(tx, planned, sentUntil, MAY_HAVE_LEFT)
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
async function watch(tx: Db, underWay: Loaded[], now: Date): Promise<void> {
  if (underWay.length === 0) return
  const ids = underWay.map((one) => one.snapshot.enrollment.id)
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
