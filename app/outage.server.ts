import { setTimeout as wait } from 'node:timers/promises'
import type pino from 'pino'
import { databaseCode, databaseMessage, isDatabaseAway, isOfDatabase } from './db.server'

/** How often a lost database is tried, in milliseconds. */
const TRY_MS = 1000

const REASONS: [RegExp, string][] = [
  [/^53300$/, 'its connections are used up'],
  [/^53100$/, 'its disk is full'],
  [/^(53200|53000)$/, 'it has no memory left'],
  [/^25006$/, 'it is read-only'],
  [/^57P03$/, 'it is starting or recovering'],
  [/^(57P01|57P02)$/, 'it is shutting down'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its host name is not found'],
  [/^ECONNREFUSED$/, 'nothing listens at its address'],
]

/** What an operator can do about it. */
const REMEDIES: Record<string, string> = {
  '53300': 'raise max_connections; docs/scaling.md says how many each process opens',
  '53100': 'free or add disk space',
  ENOTFOUND: 'check DATABASE_URL',
  ECONNREFUSED: 'check DATABASE_URL, and whether PostgreSQL runs',
}

/** Why PostgreSQL cannot be used: "its disk is full". */
export const outageReason = (error: unknown): string => {
  const code = databaseCode(error) ?? ''
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'it cannot be reached'
}

/** The line for the operator. */
export const describeOutage = (error: unknown): string => {
  const remedy = REMEDIES[databaseCode(error) ?? '']
  return `PostgreSQL cannot be used: ${outageReason(error)}${remedy ? `: ${remedy}` : ''}`
}

/** Tells the log once that the database is lost, and once that it is back, in place of an error for each query. */
export interface OutageLog {
  /**
   * @param ofDatabase whether it surely comes from PostgreSQL: other servers can be unreachable with the same codes
   * @returns whether the error is of a lost database, which is logged here and nowhere else
   */
  takes(error: unknown, ofDatabase?: boolean): boolean
  close(): void
}

/** @param ping resolves when the database can be used; tried every `tryMs` milliseconds while it is lost */
export function createOutageLog(log: pino.Logger, ping: () => Promise<unknown>, tryMs = TRY_MS): OutageLog {
  const closing = new AbortController()
  let since: number | null = null
  const watch = async () => {
    while (!closing.signal.aborted) {
      await wait(tryMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      const isBack = await ping().then(
        () => true,
        () => false,
      )
      if (!isBack) continue
      log.info({ seconds: Math.round((performance.now() - since!) / 1000) }, 'PostgreSQL is back')
      since = null
      return
    }
  }
  return {
    takes(error, ofDatabase = isOfDatabase(error)) {
      if (!isDatabaseAway(error) || !ofDatabase) return false
      if (since === null && !closing.signal.aborted) {
        since = performance.now()
        log.error({ code: databaseCode(error), detail: databaseMessage(error) }, describeOutage(error))
        void watch()
      }
      return true
    },
    close: () => closing.abort(),
  }
}
