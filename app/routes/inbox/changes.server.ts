import { invalid } from '~/errors'
import type { PageCall } from '~/http/page.server'
import type { ChangeForm } from '~/models/inbox/change-form'
import type { ConversationChange } from '~/models/inbox/conversation'
import { snoozeEnd } from '~/models/inbox/snooze'
import { formatMoment } from '~/models/shared/format-time'

/** What a button of the inbox changes, and the words that say so. @throws AppError INVALID */
export async function changeOf(
  { state, unread, label, unlabel, snooze, date }: ChangeForm,
  { app, user }: Pick<PageCall, 'app' | 'user'>,
): Promise<{ change: ConversationChange; done: string; now: Date }> {
  const now = await app.clock.now()
  if (snooze) {
    const snoozedUntil = snoozeEnd(snooze, date, now, user.timezone)
    if (!snoozedUntil) return invalid('Choose a date', 'date')
    return {
      change: { snoozedUntil },
      done: `snoozed until ${formatMoment(snoozedUntil, user.timezone)}`,
      now,
    }
  }
  // What is done needs no more reading.
  if (state === 'done') return { change: { state, unread: false }, done: 'marked as done', now }
  if (state) return { change: { state }, done: 'opened again', now }
  if (unread !== undefined)
    return { change: { unread }, done: `marked as ${unread ? 'unread' : 'read'}`, now }
  if (unlabel) return { change: { label: null }, done: 'no longer labelled', now }
  if (label) return { change: { label }, done: `labelled “${label}”`, now }
  return invalid('Choose what to change')
}
