import { useLoaderData, useLocation } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { MEMBER_CHOICES, UsesPanel } from '~/components/ui/dialog/uses-panel'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deletePersona, getPersona } from '~/models/personas/persona.server'
import { readPersonaUses } from '~/models/personas/uses.server'
import { MembersChoice } from '~/models/shared/uses/choice'
import { paths } from '~/paths'

export const meta = titled('Delete Email List')

export const loader = page(async ({ db, userId, params }) => {
  const { name, contactCount, sequenceCount } = await getPersona(db, userId, params.id!)
  return { name, contactCount, sequenceCount, uses: await readPersonaUses(db, userId, params.id!) }
})

export const action = buttonAction(
  MembersChoice,
  { failure: 'Failed to delete email list', back: ({ url }) => paths.personas() + keepListQuery(url.search) },
  async (choice, { app, db, userId, params, url }) => {
    await deletePersona(db, userId, params.id!, { ...choice, now: await app.clock.now() })
    return redirectWithToast(app, paths.personas() + keepListQuery(url.search), {
      kind: 'success',
      title: 'Email list deleted successfully',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to delete email list')

/** Confirms the deletion of an email list. */
export default function DeletePersonaDialog() {
  const { name, contactCount, sequenceCount, uses } = useLoaderData<typeof loader>()
  const kept = contactCount > 0 ? ` Its contacts (${contactCount.toLocaleString('en-US')}) are kept.` : ''
  const linked = sequenceCount > 0 ? ' Linked sequences no longer enroll contacts from it.' : ''
  return (
    <ConfirmDialog
      title="Delete Email List"
      text={`Are you sure you want to delete "${name}"? This action cannot be undone.${kept}${linked}`}
      closeTo={paths.personas() + keepListQuery(useLocation().search)}
      confirm="Delete"
      busy="Deleting..."
    >
      <UsesPanel uses={uses} choices={MEMBER_CHOICES} />
    </ConfirmDialog>
  )
}
