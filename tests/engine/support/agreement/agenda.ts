const MINUTE = 60_000
const MAX_ROUNDS = 20_000

/** A clock that jumps from event to event. Events of the same moment run in the order in which they were added. */
export class Agenda {
  now = new Date(0)
  private readonly events: { at: number; run: () => void }[] = []

  add(at: number, run: () => void): void {
    const place = this.events.findIndex((event) => event.at > at)
    this.events.splice(place < 0 ? this.events.length : place, 0, { at, run })
  }

  /**
   * Plays until nothing is due and no event is left. On whole minutes at which something is due, `tick` runs after the events.
   * @param work.nextTick when something is due, in epoch milliseconds; infinite if nothing is
   */
  play(work: { nextTick: () => number; tick: () => void }): void {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const tickAt = Math.ceil(Math.max(work.nextTick(), this.now.getTime()) / MINUTE) * MINUTE
      const event = this.events[0]
      if (event && event.at <= tickAt) {
        this.events.shift()
        this.now = new Date(Math.max(this.now.getTime(), event.at))
        event.run()
      } else if (Number.isFinite(tickAt)) {
        this.now = new Date(tickAt)
        work.tick()
      } else return
    }
    throw new Error('The case never ends.')
  }
}
