import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { MEMBER_CHOICES, UsesPanel } from '~/components/ui/dialog/uses-panel'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { getPersona } from '~/models/personas/persona.server'
import { readLinkUses } from '~/models/personas/uses.server'
import { unlinkPersona } from '~/models/sequences/run.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { MembersChoice } from '~/models/shared/uses/choice'
import { isInUse } from '~/models/shared/uses/uses'
import { paths } from '~/paths'

export const meta = titled('Remove Email List')

/** Only a list with contacts in progress has a question; others are removed at once. */
export const loader = page(async ({ db, userId, params }) => {
  const { id, personaId } = params as { id: string; personaId: string }
  const sequence = await getSequence(db, userId, id)
  const [list, uses] = await Promise.all([
    getPersona(db, userId, personaId),
    readLinkUses(db, userId, id, personaId),
  ])
  if (!isInUse(uses)) throw redirect(paths.sequence(id))
  return { id, sequenceName: sequence.name, listName: list.name, uses }
})

/** Unlinks an email list; contacts enrolled through it stay enrolled unless the user chooses otherwise. */
export const action = buttonAction(
  MembersChoice,
  {
    failure: (_, reason) => reason || 'Failed to remove email list',
    back: ({ params }) => paths.sequence(params.id!),
  },
  async (choice, { app, db, userId, params }) => {
    const { id, personaId } = params as { id: string; personaId: string }
    await unlinkPersona(db, userId, id, personaId, { ...choice, now: await app.clock.now() })
    return redirectWithToast(app, paths.sequence(id), {
      kind: 'success',
      title: 'Email list removed from sequence',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to remove email list')

/** Asks what becomes of the contacts in progress of an email list that is removed from a sequence. */
export default function RemoveListDialog() {
  const { id, sequenceName, listName, uses } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Remove Email List"
      text={`Remove "${listName}" from "${sequenceName}"? Its contacts are no longer enrolled automatically.`}
      closeTo={paths.sequence(id)}
      confirm="Remove"
      busy="Removing..."
    >
      <UsesPanel uses={uses} choices={MEMBER_CHOICES} />
    </ConfirmDialog>
  )
}
