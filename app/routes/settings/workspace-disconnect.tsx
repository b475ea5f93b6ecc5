import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { disconnectWorkspace, getWorkspace } from '~/models/mailboxes/consent/workspace.server'
import { paths } from '~/paths'

export const meta = titled('Disconnect')

export const loader = page(async ({ db, userId }) => ({ email: (await getWorkspace(db, userId)).userEmail }))

export const action = formAction(z.object({}), async (_, { app, db, userId }) => {
  try {
    await disconnectWorkspace(db, userId, app)
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) throw error
    const toast = { kind: 'error', title: 'Disconnection Failed', text: refusal.message } as const
    return redirectWithToast(app, paths.workspace(), toast)
  }
  return redirectWithToast(app, paths.workspace(), {
    kind: 'success',
    title: 'Google Workspace disconnected',
  })
})

/** Confirms the disconnection. */
export default function DisconnectWorkspace() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Disconnect Google Workspace"
      text={
        <>
          Disconnect{' '}
          <strong className="text-ink">
            <Address>{email}</Address>
          </strong>
          ? A mailbox of the same Google account stays connected and keeps sending.
        </>
      }
      closeTo={paths.workspace()}
      confirm="Disconnect"
      busy="Disconnecting..."
    />
  )
}
