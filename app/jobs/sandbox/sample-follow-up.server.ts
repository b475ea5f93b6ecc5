import type { App } from '~/app'
import { localTime } from '~/engine/calendar'
import { addNote } from '~/models/contacts/notes.server'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import { changeConversation } from '~/models/inbox/change.server'
import { snoozeEnd } from '~/models/inbox/snooze'
import { findSampleRows, listUnread } from '~/models/onboarding/sample-rows.server'
import { samplePeople } from './sample-people'
import { followUpOf } from './sample-replies'

/** Hours of the user's day in which they read their inbox. */
const OFFICE = { from: 8, to: 18 }

/**
 * The user of the sample data works through their inbox: answers, snoozes and files the replies that have a follow-up. What is handled
 * is no longer unread, so a second call does nothing.
 */
export async function followUpSamples(app: App, userId: string): Promise<void> {
  const { db } = app
  const now = await app.clock.now()
  const { timezone } = await findSampleRows(db, userId)
  const { hour } = localTime(now, timezone)
  if (hour < OFFICE.from || hour >= OFFICE.to) return
  const lastNames = new Map(samplePeople().map(({ email, lastName }) => [email, lastName]))
  for (const { id, contactId, email, replies, notes, proposedDate } of await listUnread(db, userId)) {
    const then = followUpOf(lastNames.get(email) ?? '', replies - 1)
    if (!then) continue
    const { answer, state, label, note } = then
    if (note && notes === 0) await addNote(db, userId, contactId, note, now)
    const snoozedUntil = state === 'snoozed' && proposedDate && snoozeEnd('date', proposedDate, now, timezone)
    // An answer marks the conversation as read itself; only one of both may do so, or a crash between them would lose the other.
    if (answer) await answerConversation(db, userId, id, { text: answer }, now, app.env, app.secrets)
    else
      await changeConversation(
        db,
        userId,
        id,
        {
          unread: false,
          ...(label && { label }),
          ...(snoozedUntil ? { snoozedUntil } : state === 'done' && { state }),
        },
        now,
      )
  }
}
