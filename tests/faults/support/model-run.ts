import { inArray } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'
import { OTHER_REPLIES } from '~/models/accounts/contact-settings'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { nextDueAt } from '~/models/outbox/due-times.server'
import { ACCEPTED, recordResult, startDue } from '../../support/mailing'
import type { Outreach } from '../../support/outreach'
import { Model } from './model'

const HOUR = 3_600_000
/** A Monday; calls happen at half past, when nothing is due. */
export const START = Date.parse('2026-03-02T10:30:00Z')

/** One run: the model, the ids of its objects, and the program to compare. */
export class Run {
  readonly model: Model
  readonly ids = new Map<string, string>()
  readonly log: string[] = []
  made = 0
  /** The version of each sequence to which its contacts have been moved. */
  private readonly moved = new Map<string, number>()

  constructor(
    readonly outreach: Outreach,
    readonly mailboxId: string,
    readonly random: () => number,
    readonly name: string,
  ) {
    this.model = new Model(START, OTHER_REPLIES[this.below(OTHER_REPLIES.length)]!)
  }

  get db() {
    return this.outreach.db
  }
  get userId() {
    return this.outreach.userId
  }
  get now() {
    return new Date(this.model.now)
  }
  /** When steps are written: their send time must still be ahead. */
  get midnight() {
    return new Date(this.now.toISOString().slice(0, 10))
  }
  below = (n: number) => Math.floor(this.random() * n)
  of = <T>(list: Iterable<T>): T | undefined => {
    const all = [...list]
    return all[this.below(all.length)]
  }

  /** Moves the clock and handles what is due, here and in the model. */
  async advance(hours: number): Promise<void> {
    const to = this.model.now + hours * HOUR
    for (let at: Date | null = this.now; at; at = await nextDueAt(this.db, at, new Date(to)))
      await this.settle(at)
    await this.settle(new Date(to))
    this.model.advance(to)
  }

  /** Does the jobs' work at one time: replans edited sequences, sends what is due. */
  async settle(at: Date): Promise<void> {
    for (const id of this.model.sequences.keys()) {
      const version = await getPlanVersion(this.db, id)
      if (version === null || version === this.moved.get(id)) continue
      while ((await replanSequence(this.db, id, version, at)) > 0);
      this.moved.set(id, version)
    }
    const started = await startDue(this.db, at)
    if (started.length === 0) return
    const rows = await this.db
      .select({ id: emailSends.id, email: emailSends.recipientEmail })
      .from(emailSends)
      .where(inArray(emailSends.id, started))
    const dead = rows.filter(({ email }) => this.model.dead.has(email)).map(({ id }) => id)
    const others = started.filter((id) => !dead.includes(id))
    await recordResult(this.db, others, ACCEPTED, at)
    await recordResult(
      this.db,
      dead,
      { ok: false, why: 'refused', hard: true, detail: 'No such user', code: '5.1.1' },
      at,
    )
  }
}
