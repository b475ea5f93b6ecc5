import { constants } from 'node:os'
import { OperatorError } from './operation.server'

type Stop = 'SIGINT' | 'SIGTERM'

/** A command that its user stopped; the exit code is that of shells: 130 after Ctrl-C. */
export class Cancelled extends OperatorError {
  readonly exitCode: number

  constructor(signal: Stop = 'SIGINT') {
    super('cancelled')
    this.exitCode = 128 + constants.signals[signal]
  }
}

/**
 * Runs the work of a command until it ends, or until SIGINT or SIGTERM. The server's own handlers only remember these signals, so
 * without this a command could not be stopped. The work itself goes on until its caller closes what it uses.
 * @throws Cancelled
 */
export async function untilInterrupted<T>(work: () => Promise<T>): Promise<T> {
  let cancel!: (signal: Stop) => void
  const interrupted = new Promise<never>((_resolve, reject) => {
    cancel = (signal) => reject(new Cancelled(signal))
  })
  process.once('SIGINT', cancel).once('SIGTERM', cancel)
  try {
    return await Promise.race([work(), interrupted])
  } finally {
    process.off('SIGINT', cancel).off('SIGTERM', cancel)
  }
}
