import type { App } from '~/app'
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
  const confirmed = Confirmation.parse(Object.fromEntries(form))
  if (form.has('edit')) return again({ review: null, stays: confirmed.inProgress === 'stay' })
  const outcome = await save(call, confirmed, change)
  return 'review' in outcome ? again({ review: outcome.review }) : null
}

/** The review of a change for its dialog; null if it needs none. @param always reviews it even if no contact is in progress */
export async function reviewOf(call: PageCall, change: Change, always = false): Promise<Review | null> {
  const context = { ...(await contextOf(call, null)), stay: call.url.searchParams.has(STAY), always }
  return reviewChange(call.db, call.userId, call.params.id!, (tx) => change(tx, context.now), context)
}

/**
 * Saves a change whose dialog has shown its review.
 * @param confirmed null if none was shown yet
 * @returns false if it must be reviewed first, or again
 */
export async function saveConfirmed(
  call: PageCall,
  confirmed: Confirmation | null,
  change: Change,
): Promise<boolean> {
  return 'saved' in (await save(call, confirmed, change))
}

/** The query of a dialog that is shown again: the user has chosen that contacts in progress stay on the version that they have. */
const STAY = 'stay'

/** Shows the dialog of a change again, because the sequence has changed since, with what was chosen. */
export function reviewAgain(app: App, dialog: string, { inProgress }: Confirmation): Promise<Response> {
  const choice = inProgress === 'stay' ? `${dialog.includes('?') ? '&' : '?'}${STAY}=on` : ''
  return redirectWithToast(app, dialog + choice, {
    kind: 'error',
    title: 'Check the effect again',
    text: 'The sequence has changed in the meantime.',
  })
}

async function save(call: PageCall, confirmed: Confirmation | null, change: Change) {
  const context = await contextOf(call, confirmed)
  return saveReviewed(call.db, call.userId, call.params.id!, (tx) => change(tx, context.now), context)
}

const contextOf = async ({ app, user }: PageCall, confirmed: Confirmation | null) => ({
  now: await app.clock.now(),
  timezone: user.timezone,
  confirmed: confirmed?.confirm ?? null,
  stay: confirmed?.inProgress === 'stay',
})

/** The version in the URL; a malformed number is 0, which no version has. */
export const versionIn = ({ params }: PageCall): number =>
  /^\d{1,9}$/.test(params.version!) ? Number(params.version) : 0
