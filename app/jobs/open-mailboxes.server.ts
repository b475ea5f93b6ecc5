import type { MailProvider } from '../providers/mail/types'
import type { JobContext } from './context'
import { openOrExpire } from './sync-mailbox.server'

/** Mailboxes that are open while mails of them are on their way. */
export interface OpenMailboxes {
  has(id: string): boolean
  /** One that `acquire` opened. */
  get(id: string): MailProvider
  /** Opens it unless it is open, for one more mail. @returns false for one that cannot be opened: it must be reconnected */
  acquire(id: string): Promise<boolean>
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
    async acquire(id) {
      let box = boxes.get(id)
      if (!box) {
        box = { provider: openOrExpire(id, app), opened: null, uses: 0 }
        boxes.set(id, box)
      }
      box.uses += 1
      try {
        box.opened = await box.provider
      } catch (error) {
        this.release(id)
        throw error
      }
      if (!box.opened) this.release(id)
      return box.opened !== null
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
