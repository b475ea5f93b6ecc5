import { type ErrorCode, isAppError } from '~/errors'
import { WORK } from './work.server'

/** A part of the work, by its name. */
export interface Task {
  name: keyof typeof WORK
  args: unknown[]
}

/** What came of it: a refusal is data, because the class of an error does not survive the way between threads. */
export type Done = { value: unknown } | { refused: { code: ErrorCode; message: string; field?: string } }

/** The whole of the thread: does one task. */
export default async function work({ name, args }: Task): Promise<Done> {
  try {
    return { value: await (WORK[name] as (...args: unknown[]) => unknown)(...args) }
  } catch (error) {
    if (!isAppError(error)) throw error
    const { code, message, options } = error
    return { refused: { code, message, ...(options.field ? { field: options.field } : {}) } }
  }
}
