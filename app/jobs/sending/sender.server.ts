import { retryConflicts, retryWhileAway } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { isPlaceWanted } from '~/models/jobs/queue.server'
import { claimSends, releaseClaims, turnOf } from '~/models/outbox/claim.server'
import { beginSends } from '~/models/outbox/outbox.server'
import { type Outcome, recordOutcomes } from '~/models/outbox/record.server'
import type { KeptMail } from '~/models/outbox/start.server'
import { deadline } from '~/providers/net/deadline'
import { createChanges } from './changes'
import { createLoop } from './loop'
import { createMailQueue } from './mail-queue'
import { makeReady, type Outgoing } from './make-ready.server'
import { createMailboxes } from './open-mailboxes.server'
import { createRoom } from './room'
import { sendOne } from './send-one.server'

/** Mails started together at most. */
const START_BATCH = 50
/** Outcomes recorded together at most. */
const RECORD_BATCH = 250
/** Mails under way in one process at most, over all mailboxes, and over those of one user: mail servers that never answer take no more. */
const MAX_OPEN = 200
const MAX_OPEN_OF_USER = 150
/** While mails start, what was accepted waits for so many others to be recorded with, or so long, in milliseconds. */
const KEPT_BATCH = 100
const KEPT_MS = 50
/** Nothing more starts while so many wait to be recorded. */
const MAX_KEPT = 500
/** Longer than the providers' own limits for a call. */
const SEND_LIMIT_MS = 180_000
/** While the database is away, answers and claims are kept for so long: most answers cannot be had again. */
const KEEP_MS = 60_000

/** What one worker hands over: all its shards share the transactions that start and record. */
export interface Sender {
  /**
   * Claims and hands over what is due of a shard, until nothing is left and everything is recorded. While others want its
   * place (jobs that wait, other workers) it takes its own turn only (see turnOf): nobody starves.
   * @returns false, at once, while this sender is at the shard already: it looks once more for what came due
   */
  run(shard: number): Promise<boolean>
}

/**
 * Makes the sender of a worker. Mails of all shards are started and recorded by two loops, each a transaction at a time,
 * so that batches grow with the load. That a mail was accepted is kept by the statement that starts the next ones: it has
 * room in its mailbox until then, and that many outcomes are unknown if the process dies. All that follows is recorded
 * later, many at once (docs/decisions/0026). When the worker is asked to stop nothing more starts, what has
 * started is waited for, and claims go back. When the database fails, all shards fail, once their mails have an answer
 * and that is recorded; a database that is only away for a moment is waited for.
 */
export function createSender(context: JobContext): Sender {
  const { app, worker, signal } = context
  /** Answers that are only here yet; accepted mails whose acceptance is kept, but not what follows from it. */
  let answers: Answer[] = []
  const kept: Answer[] = []
  const changes = createChanges()
  const mailboxes = createMailboxes(app)
  const room = createRoom((mailboxId) => mailboxes.get(mailboxId).connections, MAX_OPEN_OF_USER)
  const queue = createMailQueue(room)
  /** Shards that it is at, and those of them that somebody asked for meanwhile. */
  const shards = new Set<number>()
  const askedFor = new Set<number>()
  /** Mails that have started and are not recorded. */
  let unrecorded = 0
  let broken: { error: unknown } | null = null
  signal.addEventListener('abort', changes.tell, { once: true })

  /** These are settled, or were not started after all. */
  const done = (mails: Outgoing[]) => {
    for (const mail of mails) {
      mail.shard.left -= 1
      mailboxes.release(mail.mailboxId)
      if (!mailboxes.has(mail.mailboxId)) room.forget(mail.mailboxId)
    }
    if (unrecorded === 0 && queue.isEmpty) queue.rest()
    changes.tell()
  }

  /** Mails that may start now, over all mailboxes. */
  const places = () => Math.min(MAX_OPEN - room.taken, MAX_KEPT - unrecorded)
  const mayStart = () => !signal.aborted && !broken
  const start = async () => {
    const isWorthStarting = () => queue.free(places()) * 3 >= room.taken
    if (!isWorthStarting()) await changes.soon(isWorthStarting)
    if (!mayStart()) return
    const group = queue.take(Math.min(START_BATCH, places()))
    if (group.length === 0) return changes.next()
    for (const mail of group) mail.shard.waiting -= 1
    room.count(group, 1)
    unrecorded += group.length
    recordAnswers()
    const accepted = answers.filter(isAccepted)
    answers = answers.filter((answer) => !isAccepted(answer))
    let notStarted = group
    try {
      const now = await app.clock.now()
      const prepared = group.map(({ content, known }) => ({
        ...content.prepared,
        ...(known ? { known } : {}),
      }))
      const started = await retryConflicts(() => beginSends(app.db, prepared, worker, now, accepted))
      // A mail that has started is not cut off by a stop, only by a limit beyond the providers' own.
      const limit = deadline(SEND_LIMIT_MS)
      kept.push(...accepted.splice(0))
      notStarted = group.filter((mail) => !started.has(mail.content.envelope.sendId))
      for (const mail of group) if (started.has(mail.content.envelope.sendId)) void send(mail, now, limit)
    } finally {
      answers.push(...accepted)
      room.count(notStarted, -1)
      unrecorded -= notStarted.length
      done(notStarted)
    }
  }
  const send = async (mail: Outgoing, now: Date, limit: AbortSignal) => {
    const since = performance.now()
    const { envelope, prepared } = mail.content
    const result = await sendOne(mailboxes.get(mail.mailboxId), mail.content, now, limit)
    room.answered(mail.mailboxId, performance.now() - since)
    // No other starts in its place before this is kept: see start.
    if (result.ok) room.count([mail], -1)
    answers.push({
      sendId: envelope.sendId,
      // One on hold does not start.
      messageId: 'hold' in prepared ? '' : prepared.messageId,
      mail,
      result,
      startedAt: now,
      ...(mail.known ? { known: mail.known } : {}),
    })
    changes.tell()
  }
  /** Whether the next statement that starts mails is near. */
  const isStarting = () => mayStart() && !queue.isEmpty
  // More answers are worth a wait: a transaction costs much the same for one as for ten.
  const isWorthRecording = () =>
    kept.length >= KEPT_BATCH || (!isStarting() && (answers.length + kept.length) * 3 >= unrecorded)
  const record = async () => {
    if (answers.length + kept.length > 0)
      await changes.soon(isWorthRecording, isStarting() ? KEPT_MS : undefined)
    const unkept = answers
    answers = []
    const batch = [...kept.splice(0, RECORD_BATCH), ...unkept]
    if (batch.length === 0) return changes.next()
    // No statement that starts others keeps these any more: until they are recorded nothing starts in their place.
    room.count(
      unkept.filter(isAccepted).map((answer) => answer.mail),
      1,
    )
    const mails = batch.map((outcome) => outcome.mail)
    try {
      await retryWhileAway(KEEP_MS, async () => {
        const now = await app.clock.now()
        await retryConflicts(() => recordOutcomes(app.db, batch, now, app.secrets))
      })
    } catch (error) {
      breakDown(error)
    } finally {
      room.count(
        unkept.map((answer) => answer.mail),
        -1,
      )
      unrecorded -= mails.length
      done(mails)
    }
  }
  const breakDown = (error: unknown) => {
    broken ??= { error }
    changes.tell()
  }
  const startMails = createLoop(() => mayStart() && !queue.isEmpty, start, breakDown)
  const recordAnswers = createLoop(() => unrecorded > 0, record, breakDown)

  /** Claims and queues more of a shard. @returns how many were claimed */
  const refill = async (shard: number, source: Outgoing['shard'], most: number) => {
    const claims = await claimSends(app.db, shard, worker, await app.clock.now(), most, room.stuck())
    if (claims.length === 0) return 0
    const mails = await makeReady(claims, mailboxes, context, source)
    for (const mail of mails) queue.add(mail)
    source.left += mails.length
    source.waiting += mails.length
    changes.tell()
    startMails()
    return claims.length
  }

  const sendShard = async (shard: number) => {
    const source = { left: 0, waiting: 0 }
    const turn = await turnOf(app.db, shard)
    let left = turn.mails
    let isThrough = false
    let isOthersTurn = false
    const takeMore = async () => {
      isOthersTurn = left <= 0 && (await isPlaceWanted(app.db))
      if (isOthersTurn) return false
      const claimed = await refill(shard, source, left > 0 ? Math.min(left, turn.claim) : turn.claim)
      left -= claimed
      return claimed > 0
    }
    try {
      for (let more = true; mayStart(); ) {
        if (askedFor.delete(shard)) more = true
        // Emails that wait for an unresponsive provider do not stop others from being claimed.
        if (more && source.waiting - queue.waitingOf(room.stuck()) < turn.refillAt) more = await takeMore()
        else if (source.left > 0) await changes.next()
        // What came due meanwhile is taken as well.
        else if (isOthersTurn || !(await takeMore())) {
          isThrough = true
          break
        } else more = true
      }
    } finally {
      done(queue.takeBack(source))
      while (source.left > 0) await changes.next()
      // Nobody needs to wait for the end of their leases: not even of those whose claim had no answer.
      if (!isThrough) await retryWhileAway(KEEP_MS, () => releaseClaims(app.db, shard, worker))
    }
    if (broken) throw broken.error
  }

  return {
    async run(shard) {
      if (shards.has(shard)) {
        askedFor.add(shard)
        changes.tell()
        return false
      }
      shards.add(shard)
      try {
        await sendShard(shard)
      } finally {
        shards.delete(shard)
        askedFor.delete(shard)
      }
      return true
    },
  }
}

type Answer = Outcome & { mail: Outgoing }
const isAccepted = (answer: Answer): answer is Answer & KeptMail => answer.result.ok
