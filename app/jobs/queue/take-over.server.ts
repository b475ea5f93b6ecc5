import type { App } from '~/app'
import { releaseDeadWorkers } from '~/models/outbox/recovery.server'
import { enqueue } from './enqueue.server'
import { repeatEvery } from './repeat'

/** How often a worker looks for dead ones, in milliseconds: what they held is taken over within 15 seconds. */
const LOOK_MS = 10_000

/** Releases the jobs and claims of dead workers, and has the claimed emails sent. */
export async function takeOver({ db }: Pick<App, 'db'>): Promise<void> {
  for (const mailboxId of await releaseDeadWorkers(db)) await enqueue(db, 'send-step', { mailboxId })
}

/** Takes over from dead workers as long as this one runs. @returns stops it */
export const startTakingOver = (app: Pick<App, 'db' | 'log'>, everyMs = LOOK_MS): (() => Promise<void>) =>
  repeatEvery(
    everyMs,
    () => takeOver(app),
    (error) => app.log.warn({ err: error }, 'dead workers could not be looked for'),
  )
