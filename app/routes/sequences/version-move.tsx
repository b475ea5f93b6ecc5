import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ReviewDialog } from '~/components/sequences/versions/review-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { reviewAgain, versionIn } from '~/http/review.server'
import { Confirmation } from '~/models/sequences/versions/review'
import { reviewMove } from '~/models/sequences/versions/review.server'
import { moveToVersion } from '~/models/sequences/versions/staying.server'
import { paths } from '~/paths'

export const meta = titled('Move Contacts')

export const loader = page(async (call) => {
  const { app, db, userId, user, params } = call
  const [id, version] = [params.id!, versionIn(call)]
  const now = await app.clock.now()
  const review = await reviewMove(db, userId, id, version, { now, timezone: user.timezone })
  if (!review) throw redirect(paths.sequenceVersions(id))
  return { id, version, review }
})

export const action = buttonAction(
  Confirmation,
  { failure: 'Failed to move contacts', back: ({ params }) => paths.sequenceVersions(params.id!) },
  async (confirmed, call) => {
    const { app, db, userId, params } = call
    const [id, version] = [params.id!, versionIn(call)]
    const moved = await moveToVersion(db, userId, id, { version, confirmed: confirmed.confirm })
    if (moved === null) return reviewAgain(app, paths.moveToCurrent(id, version), confirmed)
    const title = `${moved.toLocaleString('en-US')} ${moved === 1 ? 'contact' : 'contacts'} moved`
    return redirectWithToast(app, paths.sequenceVersions(id), { kind: 'success', title })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to move contacts')

/** Shows what it means that the contacts of a version follow the current one, and asks. */
export default function MoveContactsDialog() {
  const { id, version, review } = useLoaderData<typeof loader>()
  return (
    <ReviewDialog
      title="Move to the Current Version"
      text={`The contacts in progress on version ${version} follow the current version from now on.`}
      review={review}
      closeTo={paths.sequenceVersions(id)}
      submit="Move contacts"
      busy="Moving..."
    />
  )
}
