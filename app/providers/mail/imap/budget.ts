import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { type BudgetExceeded, bytesExceeded, type ImapBudget, timeExceeded } from '~/providers/net/budget'

/** Measures what a server sends on one connection, and closes the connection if it is too much. */
export interface ImapMeter {
  /** For the measured client: the library logs each line of the server, including unreadable ones. */
  logger: Exclude<ImapFlowOptions['logger'], false | undefined>
  /** Attaches the client once it exists. */
  measure(client: ImapFlow): void
  /**
   * Runs `work` within a budget. With `renew` the budget starts over whenever its time is up.
   * @throws BudgetExceeded, or what `work` throws
   */
  within<T>(budget: ImapBudget, work: () => Promise<T>, options?: { renew?: boolean }): Promise<T>
}

/** @param place the server, as named in failures */
export function createImapMeter(place: string): ImapMeter {
  let client: ImapFlow | null = null
  let responses = 0
  let atStart = 0
  let budget: ImapBudget | null = null
  let exceeded: BudgetExceeded | null = null
  const received = () => client?.stats().received ?? 0
  const fail = (error: BudgetExceeded) => {
    exceeded ??= error
    client?.close()
  }
  const count = (entry: { src?: string }) => {
    if (entry.src !== 's' || !budget) return
    responses += 1
    if (responses > budget.responses || received() - atStart > budget.bytes) fail(bytesExceeded(place))
  }
  const begin = (next: ImapBudget) => {
    budget = next
    responses = 0
    atStart = received()
  }
  return {
    logger: { trace: count, debug: count, info: count, warn: count, error: count },
    measure(made) {
      client = made
    },
    async within(next, work, { renew = false } = {}) {
      begin(next)
      const over = () => (renew ? begin(next) : fail(timeExceeded(place, next.ms)))
      const timer = setInterval(over, next.ms)
      try {
        const result = await work()
        if (exceeded) throw exceeded
        return result
      } catch (error) {
        throw exceeded ?? error
      } finally {
        clearInterval(timer)
        budget = null
      }
    },
  }
}
