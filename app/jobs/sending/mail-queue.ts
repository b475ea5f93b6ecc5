import type { Outgoing } from './make-ready.server'
import type { Room } from './room'
import { createTurns } from './turns'

/** Mails that are ready to start, of all shards. */
export interface MailQueue {
  readonly isEmpty: boolean
  add(mail: Outgoing): void
  /** How many could start now, `places` at most. */
  free(places: number): number
  /** Takes out those that start now, `places` at most: one of each mailbox with room, in turn. */
  take(places: number): Outgoing[]
  /** How many mails of these mailboxes wait for their start. */
  waitingOf(mailboxIds: string[]): number
  /** Takes out all mails of a shard. */
  takeBack(shard: Outgoing['shard']): Outgoing[]
  /** Nobody waits and nothing is under way: mailboxes begin even. */
  rest(): void
}

/** The queue of a sender: a row of mails for each mailbox, the mailbox whose turn is next in front. */
export function createMailQueue(room: Room): MailQueue {
  const waiting = new Map<string, Outgoing[]>()
  const turns = createTurns()
  return {
    get isEmpty() {
      return waiting.size === 0
    },
    add(mail) {
      const queue = waiting.get(mail.mailboxId)
      if (queue) queue.push(mail)
      else waiting.set(mail.mailboxId, [mail])
    },
    free(places) {
      let free = 0
      for (const [mailboxId, queue] of waiting)
        free += Math.max(0, Math.min(room.in(mailboxId), room.of(queue[0]!.userId), queue.length))
      return Math.min(free, places)
    },
    take(places) {
      const group: Outgoing[] = []
      const taken = new Map<string, number>()
      /** Of mailboxes and of users. */
      const takenOf = (id: string) => taken.get(id) ?? 0
      let passed = 0
      while (group.length < places && passed < waiting.size) {
        const [mailboxId, queue] = waiting.entries().next().value!
        // Whoever had a turn goes to the end.
        waiting.delete(mailboxId)
        waiting.set(mailboxId, queue)
        const most = Math.min(turns.of(mailboxId), queue.length, places - group.length)
        const { userId } = queue[0]!
        const left = Math.min(room.in(mailboxId) - takenOf(mailboxId), room.of(userId) - takenOf(userId))
        const mails = Math.max(0, Math.min(most, left))
        passed = mails === 0 ? passed + 1 : 0
        if (mails === 0) continue
        group.push(...queue.splice(0, mails))
        turns.took(mailboxId, mails)
        taken.set(mailboxId, takenOf(mailboxId) + mails)
        taken.set(userId, takenOf(userId) + mails)
        if (queue.length === 0) waiting.delete(mailboxId)
      }
      return group
    },
    waitingOf: (ids) => ids.reduce((sum, id) => sum + (waiting.get(id)?.length ?? 0), 0),
    takeBack(shard) {
      const taken: Outgoing[] = []
      for (const [mailboxId, queue] of [...waiting]) {
        taken.push(...queue.filter((mail) => mail.shard === shard))
        const rest = queue.filter((mail) => mail.shard !== shard)
        if (rest.length > 0) waiting.set(mailboxId, rest)
        else waiting.delete(mailboxId)
      }
      return taken
    },
    rest: turns.clear,
  }
}
