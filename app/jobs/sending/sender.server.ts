import { strict as assert } from 'node:assert'
import { retryWhileAway } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { isPlaceWanted } from '~/models/jobs/queue.server'
import { type AcceptedSend, storeAccepted } from '~/models/outbox/accept.server'
import { claimSends, loadTurnLimits, releaseClaims } from '~/models/outbox/claim.server'
import { readFiles } from '~/models/outbox/manual.server'
import { type Outcome, recordOutcomes } from '~/models/outbox/record.server'
import { startSends } from '~/models/outbox/start.server'
import { deadline } from '~/providers/net/deadline'
import { createChanges } from './changes'
import { handOver } from './hand-over.server'
import { createLoop } from './loop'
import { createMailboxes } from './open-mailboxes.server'
import { type OutgoingSend, prepareClaims, type ShardCounts } from './prepare.server'
import { createRoom } from './room'
import { createSendQueue } from './send-queue'

/*
 * The states of a send in a worker, from its claim to its recorded outcome, and which state may follow which:
 *
 *   waiting     rendered, in the queue of its mailbox                      outbox row: claimed
 *   starting    in the transaction that starts it                          claimed, then sending
 *   inFlight    handed to the provider, which has not answered             sending
 *   answered    the answer is known only in this process                   sending
 *   accepted    the provider accepted it, and that is stored               sending, with accepted_at
 *   recording   in the transaction that records its outcome                sending, then sent, failed, …
 *   done        recorded, or released because it did not start
 *
 * From `starting` until it is `accepted` or `done`, a send occupies room in its mailbox: if the process dies, these are the sends
 * whose outcome is unknown.
 */
export type SendState = 'waiting' | 'starting' | 'inFlight' | 'answered' | 'accepted' | 'recording' | 'done'
const NEXT: Record<SendState, SendState[]> = {
  waiting: ['starting', 'done'],
  starting: ['inFlight', 'done'],
  inFlight: ['answered'],
  answered: ['accepted', 'recording'],
  accepted: ['recording'],
  recording: ['done'],
  done: [],
}

/** The maximum number of sends that one transaction starts, and of outcomes that one records. */
const START_BATCH = 50
const RECORD_BATCH = 250
/** While sends start, outcomes are recorded once there are this many, or after this many milliseconds. */
const RECORD_AT = 100
const RECORD_AFTER_MS = 50
/** Nothing starts while this many outcomes wait to be recorded. */
const MAX_UNRECORDED = 500
/** The maximum number of sends in flight per worker and per user: unresponsive mail servers cannot block the other users. */
const MAX_IN_FLIGHT = 200
const MAX_IN_FLIGHT_OF_USER = 150
/** Longer than the time limits of the providers themselves. */
const SEND_LIMIT_MS = 180_000
/** How long outcomes and claims are kept while the database is down: most answers cannot be requested twice. */
const KEEP_MS = 60_000

interface Answer {
  send: OutgoingSend
  outcome: Outcome
}

/** Hands over what a worker has claimed. All shards of a worker share it, which makes batches larger. */
export interface Sender {
  /**
   * Claims and sends what is due in a shard until nothing is left and every outcome is recorded. If other jobs need its slot, it stops
   * after its turn (see loadTurnLimits).
   * @returns false, at once, if this sender is already working on the shard; that run then checks for due sends once more
   */
  run(shard: number): Promise<boolean>
}

/**
 * Creates the sender of a worker. `run` claims and prepares sends. One loop starts them, one stores that they were accepted, and one
 * records their outcomes; each loop runs one transaction at a time. When the worker stops, no send starts, sends in flight are awaited
 * and claims are released. When the database fails, every `run` fails after the answers of its sends are recorded; short outages are
 * waited out.
 */
export function createSender(context: JobContext): Sender {
  const { app, worker, signal } = context
  const mailboxes = createMailboxes(app)
  const room = createRoom((mailboxId) => mailboxes.get(mailboxId).connections, MAX_IN_FLIGHT_OF_USER)
  const queue = createSendQueue(room)
  const changes = createChanges()
  const answers: Answer[] = []
  const unrecorded: Answer[] = []
  const activeShards = new Set<number>()
  const requestedAgain = new Set<number>()
  let failure: { error: unknown } | null = null
  signal.addEventListener('abort', changes.tell, { once: true })

  /** Moves sends to their next state and updates all counts. */
  const move = (sends: OutgoingSend[], to: SendState) => {
    for (const send of sends) {
      const from = send.state
      assert(NEXT[from].includes(to), `a send cannot go from ${from} to ${to}`)
      send.state = to
      if (from === 'waiting') send.shard.waiting -= 1
      if (to === 'starting') room.take(send)
      else if (send.hasRoom && (to === 'accepted' || to === 'done')) room.free(send)
      if (to !== 'done') continue
      send.shard.unfinished -= 1
      mailboxes.release(send.mailboxId)
      if (!mailboxes.has(send.mailboxId)) room.forget(send.mailboxId)
    }
    if (room.taken === 0 && queue.isEmpty) queue.rest()
    changes.tell()
  }

  const fail = (error: unknown) => {
    failure ??= { error }
    changes.tell()
  }
  const mayStart = () => !signal.aborted && !failure
  const places = () => Math.min(MAX_IN_FLIGHT - room.taken, MAX_UNRECORDED - unrecorded.length)

  // A transaction costs about the same for one send as for ten, so each loop waits briefly for a third of the sends in flight.
  const isWorthStarting = () => queue.free(places()) * 3 >= room.taken
  const isWorthAccepting = () => answers.length * 3 >= room.taken
  const isStarting = () => mayStart() && !queue.isEmpty
  const isWorthRecording = () =>
    unrecorded.length >= RECORD_AT || (!isStarting() && unrecorded.length * 3 >= room.taken)

  const startBatch = async () => {
    await changes.soon(isWorthStarting)
    const batch = mayStart() ? queue.take(Math.min(START_BATCH, places())) : []
    if (batch.length === 0) return mayStart() ? changes.next() : undefined
    move(batch, 'starting')
    try {
      const now = await app.clock.now()
      const prepared = batch.map((send) => send.content.prepared)
      const started = await startSends(app.db, prepared, worker, now)
      const limit = deadline(SEND_LIMIT_MS)
      for (const send of batch) if (started.has(send.content.envelope.sendId)) void sendNow(send, now, limit)
    } finally {
      move(
        batch.filter((send) => send.state === 'starting'),
        'done',
      )
    }
  }

  /** Hands a send over. Stopping the worker does not interrupt it; only `limit` does. */
  const sendNow = async (send: OutgoingSend, now: Date, limit: AbortSignal) => {
    move([send], 'inFlight')
    const since = performance.now()
    const provider = mailboxes.get(send.mailboxId)
    const outcome = await handOver(provider, send.content, now, limit, (id) => readFiles(app.db, id))
    room.answered(send.mailboxId, performance.now() - since)
    answers.push({ send, outcome })
    move([send], 'answered')
    wakeAccepter()
  }

  const acceptBatch = async () => {
    await changes.soon(isWorthAccepting)
    const batch = answers.splice(0)
    const accepted = batch.filter(isAccepted)
    try {
      const outcomes = accepted.map(({ outcome }) => outcome)
      await storeAccepted(app.db, outcomes, worker, await app.clock.now())
      move(
        accepted.map(({ send }) => send),
        'accepted',
      )
    } catch (error) {
      fail(error)
    } finally {
      unrecorded.push(...batch)
      wakeRecorder()
    }
  }

  const recordBatch = async () => {
    await changes.soon(isWorthRecording, isStarting() ? RECORD_AFTER_MS : undefined)
    const batch = unrecorded.splice(0, RECORD_BATCH)
    const sends = batch.map(({ send }) => send)
    const outcomes = batch.map(({ outcome }) => outcome)
    move(sends, 'recording')
    try {
      await retryWhileAway(KEEP_MS, async () =>
        recordOutcomes(app.db, outcomes, await app.clock.now(), app.secrets),
      )
    } catch (error) {
      fail(error)
    } finally {
      move(sends, 'done')
    }
  }

  const wakeStarter = createLoop(isStarting, startBatch, fail)
  const wakeAccepter = createLoop(() => answers.length > 0, acceptBatch, fail)
  const wakeRecorder = createLoop(() => unrecorded.length > 0, recordBatch, fail)

  /** Claims and enqueues more sends of a shard. @returns how many it claimed */
  const claimMore = async (shard: number, counts: ShardCounts, most: number) => {
    const claims = await claimSends(app.db, shard, worker, await app.clock.now(), most, room.stuck())
    if (claims.length === 0) return 0
    const sends = await prepareClaims(claims, mailboxes, context, counts)
    for (const send of sends) queue.add(send)
    changes.tell()
    wakeStarter()
    return claims.length
  }

  const sendShard = async (shard: number) => {
    const counts = { unfinished: 0, waiting: 0 }
    const turn = await loadTurnLimits(app.db, shard)
    let leftOfTurn = turn.sends
    let isSlotWanted = false
    const claimOfTurn = async () => {
      isSlotWanted = leftOfTurn <= 0 && (await isPlaceWanted(app.db, activeShards.size))
      if (isSlotWanted) return false
      const claimed = await claimMore(
        shard,
        counts,
        leftOfTurn > 0 ? Math.min(leftOfTurn, turn.claim) : turn.claim,
      )
      leftOfTurn -= claimed
      return claimed > 0
    }
    let isThrough = false
    try {
      for (let mayHaveMore = true; mayStart() && !isThrough; ) {
        if (requestedAgain.delete(shard)) mayHaveMore = true
        // Sends that wait for an unresponsive provider must not keep the others from being claimed.
        const waiting = counts.waiting - queue.waitingOf(room.stuck())
        if (mayHaveMore && waiting < turn.refillAt) mayHaveMore = await claimOfTurn()
        else if (counts.unfinished > 0) await changes.next()
        else {
          // More sends may have come due since the last claim.
          mayHaveMore = !isSlotWanted && (await claimOfTurn())
          isThrough = !mayHaveMore
        }
      }
    } finally {
      move(queue.takeBack(counts), 'done')
      while (counts.unfinished > 0) await changes.next()
      // Some claims may belong to a statement whose answer was lost: release them now instead of when their leases expire.
      if (!isThrough) await retryWhileAway(KEEP_MS, () => releaseClaims(app.db, shard, worker))
    }
    if (failure) throw failure.error
  }

  return {
    async run(shard) {
      if (activeShards.has(shard)) {
        requestedAgain.add(shard)
        changes.tell()
        return false
      }
      activeShards.add(shard)
      try {
        await sendShard(shard)
      } finally {
        activeShards.delete(shard)
        requestedAgain.delete(shard)
      }
      return true
    },
  }
}

/** Whether the provider accepted the send. */
const isAccepted = (answer: Answer): answer is Answer & { outcome: AcceptedSend } => answer.outcome.result.ok
