import type { OutgoingSend } from './prepare.server'
import type { Room } from './room'
import { createTurns } from './turns'

/** The sends of all shards that are ready to start. */
export interface SendQueue {
  readonly isEmpty: boolean
  add(send: OutgoingSend): void
  /** How many sends have room to start now, at most `places`. */
  free(places: number): number
  /** Removes and returns the sends to start now, at most `places`: one per mailbox with room, in turn. */
  take(places: number): OutgoingSend[]
  /** How many sends of these mailboxes are queued. */
  waitingOf(mailboxIds: string[]): number
  /** Removes and returns all sends of a shard. */
  takeBack(shard: OutgoingSend['shard']): OutgoingSend[]
  /** Forgets which mailboxes had their turn; called when nothing is queued and nothing is in flight. */
  rest(): void
}

/** Creates the queue of a sender: one line per mailbox. The mailbox whose turn is next comes first in the map. */
export function createSendQueue(room: Room): SendQueue {
  const lines = new Map<string, OutgoingSend[]>()
  const turns = createTurns()
  return {
    get isEmpty() {
      return lines.size === 0
    },
    add(send) {
      const line = lines.get(send.mailboxId)
      if (line) line.push(send)
      else lines.set(send.mailboxId, [send])
    },
    free(places) {
      let free = 0
      for (const [mailboxId, line] of lines)
        free += Math.max(0, Math.min(room.in(mailboxId), room.of(line[0]!.userId), line.length))
      return Math.min(free, places)
    },
    take(places) {
      const batch: OutgoingSend[] = []
      /** How many sends of the batch belong to a mailbox or a user, by id. */
      const taken = new Map<string, number>()
      const takenOf = (id: string) => taken.get(id) ?? 0
      let passed = 0
      while (batch.length < places && passed < lines.size) {
        const [mailboxId, line] = lines.entries().next().value!
        // After its turn a mailbox moves to the end.
        lines.delete(mailboxId)
        lines.set(mailboxId, line)
        const { userId } = line[0]!
        const most = Math.min(turns.of(mailboxId), line.length, places - batch.length)
        const free = Math.min(room.in(mailboxId) - takenOf(mailboxId), room.of(userId) - takenOf(userId))
        const n = Math.max(0, Math.min(most, free))
        passed = n === 0 ? passed + 1 : 0
        if (n === 0) continue
        batch.push(...line.splice(0, n))
        turns.took(mailboxId, n)
        taken.set(mailboxId, takenOf(mailboxId) + n)
        taken.set(userId, takenOf(userId) + n)
        if (line.length === 0) lines.delete(mailboxId)
      }
      return batch
    },
    waitingOf: (ids) => ids.reduce((sum, id) => sum + (lines.get(id)?.length ?? 0), 0),
    takeBack(shard) {
      const taken: OutgoingSend[] = []
      for (const [mailboxId, line] of [...lines]) {
        taken.push(...line.filter((send) => send.shard === shard))
        const rest = line.filter((send) => send.shard !== shard)
        if (rest.length > 0) lines.set(mailboxId, rest)
        else lines.delete(mailboxId)
      }
      return taken
    },
    rest: turns.clear,
  }
}
