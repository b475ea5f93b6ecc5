import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import type { App } from '~/app'
import { openOrExpire } from '~/jobs/mailboxes/sync-mailbox.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { repeatEvery } from '~/jobs/queue/repeat'
import { listWatchable, noteUnwatched, noteWatched } from '~/models/inbound/sync.server'
import { expireMailbox } from '~/models/mailboxes/status.server'

/** Separates the locks of watched mailboxes from all other advisory locks. */
const WATCH_LOCK_CLASS = 4_227_074

export interface WatchOptions {
  /** Open watches of one worker; each is a connection. Mailboxes beyond that are only polled. */
  atMost?: number
  /** Watches for one user, so that one user cannot take all of them. */
  perUser?: number
  /** How soon new, changed and disconnected mailboxes are noticed, in milliseconds. */
  everyMs?: number
  /** The pause after a first failure, in milliseconds; it doubles with each further one, up to 10 minutes. */
  pauseMs?: number
}

const MAX_PAUSE_MS = 10 * 60_000
/** A watch that lasted this long counts as working: the next failure is a first one. */
const WORKED_MS = 60_000

interface Watch {
  settings: string
  stopping: AbortController
  ended: Promise<void>
}

type WatchApp = Pick<App, 'db' | 'databaseUrl' | 'providers' | 'secrets' | 'log' | 'clock'>

/**
 * Keeps connections open to mailboxes whose servers push new messages (IMAP IDLE), so that a reply is read at once instead of at the
 * next poll. Each mailbox is watched by one worker: the owner of its advisory lock, which is released when a dead worker's connection
 * closes. Watching only makes a sync start earlier; polling goes on regardless.
 */
export function startWatching(
  app: WatchApp,
  { atMost = 200, perUser = 100, everyMs = 10_000, pauseMs = 5_000 }: WatchOptions = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const watches = new Map<string, Watch>()
  /** Servers that do not push, by mailbox, with the settings that were tried. */
  const silent = new Map<string, string>()
  const locks = postgres(app.databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice() {},
    connection: { application_name: 'coldframe-watch' },
    // Without the connection the locks are gone, and other workers may watch.
    onclose: () => {
      for (const watch of watches.values()) watch.stopping.abort()
    },
  })

  async function updateWatches(): Promise<void> {
    const wanted = new Map((await listWatchable(app.db, perUser)).map(({ id, settings }) => [id, settings]))
    const over = [...watches].filter(([id, watch]) => wanted.get(id) !== watch.settings)
    for (const [, watch] of over) watch.stopping.abort()
    await Promise.all(over.map(([, watch]) => watch.ended))
    for (const id of silent.keys()) if (!wanted.has(id)) silent.delete(id)
    await noteWatched(app.db, [...waiting])
    const room = atMost - watches.size
    const free = [...wanted].filter(([id, settings]) => !watches.has(id) && silent.get(id) !== settings)
    if (room <= 0 || free.length === 0) return
    const taken = await locks<{ id: string }[]>`
      select id from unnest(${free.map(([id]) => id)}::text[]) as id
      where pg_try_advisory_lock(${WATCH_LOCK_CLASS}, hashtext(id)) limit ${room}`
    for (const { id } of taken) begin(id, wanted.get(id)!)
  }

  function begin(id: string, settings: string): void {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, stopping.signal])
    const ended = keepWatching(id, settings, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) app.log.warn({ err: error, mailboxId: id }, 'a mailbox is no longer watched')
      })
      .finally(async () => {
        watches.delete(id)
        if (waiting.delete(id)) await noteUnwatched(app.db, id).catch(() => {})
        await locks`select pg_advisory_unlock(${WATCH_LOCK_CLASS}, hashtext(${id}))`.catch(() => {})
      })
    watches.set(id, { settings, stopping: stop, ended })
  }

  /** Watches until aborted, and again after each failure, with growing pauses. */
  async function keepWatching(id: string, settings: string, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const since = performance.now()
      const provider = await openOrExpire(id, app)
      if (!provider?.watch) return void (await provider?.close())
      const onNew = () => {
        if (!waiting.has(id)) noteWaiting(id)
        void announce(id)
      }
      const end = await provider.watch(onNew, signal).finally(() => provider.close())
      if (waiting.delete(id)) await noteUnwatched(app.db, id)
      if (end.ended === 'unsupported') silent.set(id, settings)
      if (end.ended !== 'failed') return
      if (end.failure.why === 'auth')
        return await expireMailbox(app.db, id, end.failure.detail, await app.clock.now())
      if (performance.now() - since > WORKED_MS) failures = 0
      await wait(Math.min(pauseMs * 2 ** failures, MAX_PAUSE_MS), undefined, { signal })
    }
  }

  /** Mailboxes at whose servers this worker waits now: the first announcement says that the waiting has begun. */
  const waiting = new Set<string>()
  function noteWaiting(id: string): void {
    waiting.add(id)
    noteWatched(app.db, [id]).catch((error: unknown) =>
      app.log.warn({ err: error, mailboxId: id }, 'it could not be noted that a mailbox is watched'),
    )
  }

  /** Mailboxes whose job is being added, and whether another announcement arrived meanwhile: a server may announce without end. */
  const announcing = new Map<string, boolean>()
  async function announce(mailboxId: string): Promise<void> {
    if (announcing.has(mailboxId)) return void announcing.set(mailboxId, true)
    try {
      do {
        announcing.set(mailboxId, false)
        await enqueue(app.db, 'sync-mailbox', { mailboxId })
      } while (announcing.get(mailboxId))
    } catch (error) {
      app.log.warn({ err: error, mailboxId }, 'a new message was announced, but waits for the next poll')
    } finally {
      announcing.delete(mailboxId)
    }
  }

  const stopUpdating = repeatEvery(everyMs, updateWatches, (error) =>
    app.log.warn({ err: error }, 'mailboxes to watch could not be listed'),
  )
  return {
    async stop() {
      stopping.abort()
      await stopUpdating()
      await Promise.all([...watches.values()].map((watch) => watch.ended))
      await locks.end({ timeout: 1 })
    },
  }
}
