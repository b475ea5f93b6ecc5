import type { JobContext } from '~/jobs/queue/context'
import { openAllOrExpire } from '~/jobs/tasks/sync-mailbox.server'
import type { MailProvider } from '~/providers/mail/types'

/** Mailboxes that are open while mails of them are on their way. */
export interface OpenMailboxes {
  has(id: string): boolean
  /** One that `acquire` opened. */
  get(id: string): MailProvider
  /**
   * Opens what is not open, for one more mail for each time that an id is named.
   * @returns those that cannot be opened, and have no use then: they must be reconnected
   */
  acquire(ids: string[]): Promise<Set<string>>
  /** One mail less: the last one closes it. */
  release(id: string): void
}

export function createMailboxes(app: JobContext['app']): OpenMailboxes {
  const boxes = new Map<
    string,
    { provider: Promise<MailProvider | null>; opened: MailProvider | null; uses: number }
  >()
  return {
    has: (id) => boxes.has(id),
    get: (id) => boxes.get(id)!.opened!,
    async acquire(ids) {
      const distinct = new Set(ids)
      const missing = [...distinct].filter((id) => !boxes.has(id))
      const opening = missing.length > 0 ? openAllOrExpire(missing, app) : null
      for (const id of missing) {
        const provider = opening!.then((opened) => opened.get(id) ?? null)
        // Whoever waits for it is told; here nobody may.
        provider.catch(() => {})
        boxes.set(id, { provider, opened: null, uses: 0 })
      }
      for (const id of ids) boxes.get(id)!.uses += 1
      try {
        for (const id of distinct) {
          const box = boxes.get(id)!
          box.opened = await box.provider
        }
      } catch (error) {
        for (const id of ids) this.release(id)
        throw error
      }
      const closed = new Set([...distinct].filter((id) => !boxes.get(id)!.opened))
      for (const id of ids) if (closed.has(id)) this.release(id)
      return closed
    },
    release(id) {
      const box = boxes.get(id)
      if (!box || --box.uses > 0) return
      boxes.delete(id)
      void box.opened
        ?.close()
        .catch((error: unknown) => app.log.warn({ err: error }, 'a mailbox could not be closed'))
    },
  }
}
