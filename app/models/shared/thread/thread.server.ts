import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { AppError, type ErrorCode, isAppError } from '~/errors'
import { deadline } from '~/providers/net/deadline'

/** What came of work in a thread: a refusal is data, because the class of an error does not survive the way between threads. */
export type Done<T> = { value: T } | { refused: { code: ErrorCode; message: string; field?: string } }

/** Does work, and returns its refusal as data. For the thread. */
export async function refusalAsData<T>(work: () => T | Promise<T>): Promise<Done<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!isAppError(error)) throw error
    const { code, message, options } = error
    return { refused: { code, message, ...(options.field ? { field: options.field } : {}) } }
  }
}

interface Limits {
  memoryMb: number
  /** From the moment of the call. */
  deadlineMs: number
  /** How many calls may wait. */
  mostWaiting: number
  /** What the user reads if it takes too long, or too much is waiting. */
  busy: string
}

const IDLE_MS = 5 * 60_000

/**
 * One thread for work that would make other requests wait: it begins with the first call and ends when there was none for minutes.
 * @param source its module when the program runs from its sources (`from-source.mjs` beside it)
 * @param built its module in `build`
 * @returns does one task. It throws AppError as the work does; UNAVAILABLE if it takes too long, or too much is waiting
 */
export function makeThread<Task, Result>(source: URL, built: string, limits: Limits) {
  let pool: Tinypool | null = null
  const poolOf = () => {
    const file = fileURLToPath(source)
    pool ??= new Tinypool({
      filename: existsSync(file) ? file : path.resolve('build', built),
      ...{ minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, maxQueue: limits.mostWaiting },
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    })
    return pool
  }
  return async (task: Task): Promise<Result> => {
    const signal = deadline(limits.deadlineMs)
    let done: Done<Result>
    try {
      done = (await poolOf().run(task, { signal })) as Done<Result>
    } catch (error) {
      const isFull = error instanceof Error && error.message === 'Task queue is at limit'
      if (!signal.aborted && !isFull) throw error
      throw new AppError('UNAVAILABLE', limits.busy, { retryAfter: 10, cause: error })
    }
    if ('value' in done) return done.value
    const { code, message, field } = done.refused
    throw new AppError(code, message, field ? { field } : {})
  }
}
