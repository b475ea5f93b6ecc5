import type { App } from '~/app.server'
import type { Review } from '~/models/sequences/versions/review'
import { Confirmation } from '~/models/sequences/versions/review'
import { reviewChange, saveReviewed } from '~/models/sequences/versions/review.server'
import type { Db } from '../db.server'
import { redirectWithToast } from './flash.server'
import type { Submitted } from './form.server'
import type { PageCall } from './page.server'

/** A change of the sequence `params.id`. */
type Change = (tx: Db, now: Date) => Promise<unknown>

/**
 * Saves a change, or, if it needs a review that the form does not confirm, or the user goes back to editing, saves nothing.
 * @returns null if it was saved, else the response that shows the form again, with the review
 */
export async function reviewFirst(call: PageCall, { form, again }: Submitted, change: Change) {
  if (form.has('edit')) return again({ review: null })
  const { confirm } = Confirmation.parse({ confirm: form.get('confirm') ?? undefined })
  const outcome = await save(call, confirm, change)
  return 'review' in outcome ? again({ review: outcome.review }) : null
}

/** The review of a change for its dialog; null if it needs none. @param always reviews it even if no contact is in progress */
export async function reviewOf(call: PageCall, change: Change, always = false): Promise<Review | null> {
  const context = { ...(await contextOf(call, undefined)), always }
  return reviewChange(call.db, call.userId, call.params.id!, (tx) => change(tx, context.now), context)
}

/** Saves a change whose dialog has shown its review. @returns false if it must be reviewed again */
export async function saveConfirmed(
  call: PageCall,
  confirm: number | undefined,
  change: Change,
): Promise<boolean> {
  return 'saved' in (await save(call, confirm, change))
}

/** Shows the dialog of a change again, because the sequence has changed since. */
export const reviewAgain = (app: App, dialog: string): Promise<Response> =>
  redirectWithToast(app, dialog, {
    kind: 'error',
    title: 'Check the effect again',
    text: 'The sequence has changed in the meantime.',
  })

async function save(call: PageCall, confirm: number | undefined, change: Change) {
  const context = await contextOf(call, confirm)
  return saveReviewed(call.db, call.userId, call.params.id!, (tx) => change(tx, context.now), context)
}

const contextOf = async ({ app, user }: PageCall, confirm: number | undefined) => ({
  now: await app.clock.now(),
  timezone: user.timezone,
  confirmed: confirm ?? null,
})
