import { type Done, refusalAsData } from '~/models/shared/thread/thread.server'
import { WORK } from './work.server'

/** A part of the work, by its name. */
export interface Task {
  name: keyof typeof WORK
  args: unknown[]
}

/** The whole of the thread: does one task. */
export default function work({ name, args }: Task): Promise<Done<unknown>> {
  return refusalAsData(() => (WORK[name] as (...args: unknown[]) => unknown)(...args))
}
