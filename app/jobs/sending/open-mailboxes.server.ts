import type { JobContext } from '~/jobs/queue/context'
import { openAllOrExpire } from '~/jobs/tasks/sync-mailbox.server'
import type { MailProvider } from '~/providers/mail/types'

/** Reference-counted connections to mailboxes: a mailbox stays open while it has sends in progress. */
export interface OpenMailboxes {
  has(id: string): boolean
  /** A mailbox that `acquire` opened. */
  get(id: string): MailProvider
  /**
   * Opens what is not open yet and counts one use for each time an id is listed.
   * @returns the mailboxes that could not be opened; they have no uses and must be reconnected
   */
  acquire(ids: string[]): Promise<Set<string>>
  /** Ends one use; the last one closes the mailbox. */
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
        // Each caller that awaits it sees the rejection; without one it must not count as unhandled.
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
