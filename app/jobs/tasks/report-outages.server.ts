import type { JobContext } from '~/jobs/queue/context'
import { reportOutages } from '~/models/mailboxes/outage.server'

const DOES = { send: 'send', read: 'be read' } as const

/** Tells users and the log of mailboxes whose servers do not let Coldframe in, and when that is over. */
export async function runReportOutages({ app }: JobContext): Promise<void> {
  for (const { isOver, direction, ...outage } of await reportOutages(app.db, await app.clock.now())) {
    const fields = { ...outage, direction }
    if (isOver) app.log.info(fields, `a mailbox can ${DOES[direction]} again`)
    else app.log.warn(fields, `a mailbox cannot ${DOES[direction]}`)
  }
}
