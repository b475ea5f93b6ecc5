import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { AppError } from '~/errors'
import { deadline } from '~/providers/net/deadline'
import type { Done, Task } from './mail-thread.server'
import { WORK } from './work.server'

type Work = typeof WORK

/** Texts up to this length are worked on at once: it takes some 20 ms, about as long as the way to the thread and back. */
const SHORT = 4_000
/** The longest email takes half a second; more are waiting. */
const DEADLINE_MS = 20_000
const MOST_WAITING = 100
const IDLE_MS = 5 * 60_000

let pool: Tinypool | null = null

/** One thread, which begins with the first long email and ends when there was none for minutes: other requests have the rest of the machine. */
function poolOf(): Tinypool {
  const source = fileURLToPath(new URL('./from-source.mjs', import.meta.url))
  pool ??= new Tinypool({
    filename: existsSync(source) ? source : path.resolve('build/mail-thread.js'),
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, maxQueue: MOST_WAITING },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  return pool
}

/**
 * Does a part of the work on an email: on a long one in a thread of its own, so that other requests are served meanwhile.
 * @param length of the texts, in characters
 * @throws AppError as the work does; UNAVAILABLE if it takes too long, or too much is waiting
 */
export async function inThread<N extends keyof Work>(
  name: N,
  length: number,
  ...args: Parameters<Work[N]>
): Promise<Awaited<ReturnType<Work[N]>>> {
  type Result = Awaited<ReturnType<Work[N]>>
  if (length <= SHORT) return (await (WORK[name] as (...args: unknown[]) => unknown)(...args)) as Result
  const task: Task = { name, args }
  const done = await run(task)
  if ('value' in done) return done.value as Result
  const { code, message, field } = done.refused
  throw new AppError(code, message, field ? { field } : {})
}

async function run(task: Task): Promise<Done> {
  const signal = deadline(DEADLINE_MS)
  try {
    return (await poolOf().run(task, { signal })) as Done
  } catch (error) {
    const isFull = error instanceof Error && error.message === 'Task queue is at limit'
    if (!signal.aborted && !isFull) throw error
    throw new AppError('UNAVAILABLE', 'Checking emails takes long right now. Please try again in a moment.', {
      retryAfter: 10,
      cause: error,
    })
  }
}
