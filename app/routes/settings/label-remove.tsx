import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { getOwnLabel, removeLabel } from '~/models/inbox/labels.server'
import { paths } from '~/paths'

export const meta = titled('Remove label')

export const loader = page(({ db, userId, url }) =>
  getOwnLabel(db, userId, (url.searchParams.get('name') ?? '').slice(0, 200)),
)

const FAILED = 'Failed to remove the label'

export const action = buttonAction(
  z.object({ name: z.string().max(200) }),
  { failure: FAILED, back: () => paths.inboxSettings() },
  async ({ name }, { app, db, userId }) => {
    await removeLabel(db, userId, name)
    return redirectWithToast(app, paths.inboxSettings(), { kind: 'success', title: 'Label removed' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the removal of a label. */
export default function RemoveLabelDialog() {
  const { name, conversations } = useLoaderData<typeof loader>()
  const effect =
    conversations === 0
      ? 'No conversation has it.'
      : conversations === 1
        ? '1 conversation has it and will have no label.'
        : `${conversations.toLocaleString('en-US')} conversations have it and will have no label.`
  return (
    <ConfirmDialog
      title="Remove label"
      text={`Remove the label "${name}"? ${effect}`}
      closeTo={paths.inboxSettings()}
      confirm="Remove"
      busy="Removing..."
      fields={{ name }}
    />
  )
}
