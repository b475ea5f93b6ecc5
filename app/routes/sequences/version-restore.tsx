import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ReviewDialog } from '~/components/sequences/versions/review-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { reviewAgain, reviewOf, saveConfirmed, versionIn } from '~/http/review.server'
import { getVersion, restoreVersion } from '~/models/sequences/versions/restore.server'
import { Confirmation } from '~/models/sequences/versions/review'
import { paths } from '~/paths'

export const meta = titled('Restore Version')

export const loader = page(async (call) => {
  const { db, userId, params } = call
  const [id, version] = [params.id!, versionIn(call)]
  await getVersion(db, userId, id, version)
  const review = await reviewOf(call, (tx, now) => restoreVersion(tx, userId, id, version, now), true)
  return { id, version, review: review! }
})

export const action = buttonAction(
  Confirmation,
  { failure: 'Failed to restore version', back: ({ params }) => paths.sequenceVersions(params.id!) },
  async (confirmed, call) => {
    const { app, userId, params } = call
    const [id, version] = [params.id!, versionIn(call)]
    const saved = await saveConfirmed(call, confirmed, (tx, now) =>
      restoreVersion(tx, userId, id, version, now),
    )
    if (!saved) return reviewAgain(app, paths.restoreVersion(id, version), confirmed)
    const title = `Version ${version} restored`
    return redirectWithToast(app, paths.sequenceVersions(id), { kind: 'success', title })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to restore version')

/** Shows what restoring a version changes, and asks. */
export default function RestoreVersionDialog() {
  const { id, version, review } = useLoaderData<typeof loader>()
  return (
    <ReviewDialog
      title={`Restore Version ${version}`}
      text="The settings and steps become those of this version, as a new version. Templates and email lists stay as they are."
      review={review}
      closeTo={paths.sequenceVersions(id)}
      submit="Restore"
      busy="Restoring..."
    />
  )
}
