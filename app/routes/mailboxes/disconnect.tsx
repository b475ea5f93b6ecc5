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
    ...(nextDefault && { text: `${nextDefault} is the default now.` }),
  })
})

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing('Please try again in a moment.', 'Disconnection Failed')

/** Asks before an account goes. */
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
            ? 'Coldframe gives its permission back to Google.'
            : 'Coldframe forgets its password.'}{' '}
          Sequences that send from it alone go on from your default account, or wait when you have none. What
          was sent stays in the log.
        </>
      }
      closeTo={paths.gmail()}
      confirm="Disconnect"
      busy="Disconnecting..."
    />
  )
}
