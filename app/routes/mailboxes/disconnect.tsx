import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { failing } from '~/components/forms/failing'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { disconnectAndRevoke } from '~/models/mailboxes/google-connect.server'
import { requireMailbox } from '~/models/mailboxes/mailbox.server'
import { paths } from '~/paths'

export const meta = titled('Disconnect')

export const loader = page(async ({ db, userId, params }) => {
  const { email, provider } = await requireMailbox(db, userId, params.id!)
  return { email, provider }
})

export const action = formAction(z.object({}), async (_, { app, db, userId, params }) => {
  let nextDefault: string | null
  try {
    nextDefault = await disconnectAndRevoke(db, userId, params.id!, await app.clock.now(), app)
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) throw error
    const toast = { kind: 'error', title: 'Disconnection Failed', text: refusal.message } as const
    return redirectWithToast(app, paths.gmail(), toast)
  }
  return redirectWithToast(app, paths.gmail(), {
    kind: 'success',
    title: 'Account disconnected',
    ...(nextDefault && { text: `${nextDefault} is now the default sender.` }),
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = failing('Please try again in a moment.', 'Disconnection Failed')

/** Confirms the disconnection of a mailbox. */
export default function Disconnect() {
  const { email, provider } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Disconnect account"
      text={
        <>
          Disconnect{' '}
          <strong className="text-ink">
            <Address>{email}</Address>
          </strong>
          ?{' '}
          {provider === 'gmail'
            ? 'Coldframe revokes its access at Google.'
            : 'Coldframe deletes its password.'}{' '}
          Sequences that send only from it switch to your default sender, or wait if you have none. Emails
          already sent stay in the log.
        </>
      }
      closeTo={paths.gmail()}
      confirm="Disconnect"
      busy="Disconnecting..."
    />
  )
}
