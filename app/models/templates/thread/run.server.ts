import { makeThread } from '~/models/shared/thread/thread.server'
import type { Task } from './mail-thread.server'
import { WORK } from './work.server'

type Work = typeof WORK

/** Texts up to this length are worked on at once: it takes some 20 ms, about as long as the way to the thread and back. */
const SHORT = 4_000

const run = makeThread<Task, unknown>(new URL('./from-source.mjs', import.meta.url), 'mail-thread.js', {
  memoryMb: 256,
  // The longest email takes half a second; more are waiting.
  deadlineMs: 20_000,
  mostWaiting: 100,
  busy: 'Checking emails takes long right now. Please try again in a moment.',
})

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
  return (await run({ name, args })) as Result
}
