import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { UsesPanel } from '~/components/ui/dialog/uses-panel'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { askAboutUses } from '~/http/in-use.server'
import { page } from '~/http/page.server'
import { disconnectAndRevoke } from '~/models/mailboxes/consent/google-connect.server'
import { readMailboxUses } from '~/models/mailboxes/disconnect.server'
import { requireMailbox } from '~/models/mailboxes/mailbox.server'
import { MAILBOX_KINDS, type MailboxKindName } from '~/models/shared/mailboxes/kinds'
import { Confirmed } from '~/models/shared/uses/choice'
import { paths } from '~/paths'

export const meta = titled('Disconnect')

export const loader = page(async ({ db, userId, params }) => {
  const { email, provider } = await requireMailbox(db, userId, params.id!)
  return { email, provider, uses: await readMailboxUses(db, userId, params.id!) }
})

export const action = formAction(Confirmed, async (choice, call) => {
  const { app, db, userId, params } = call
  let nextDefault: string | null
  try {
    nextDefault = await disconnectAndRevoke(db, userId, params.id!, await app.clock.now(), app, choice)
  } catch (error) {
    const question = askAboutUses(call, error)
    if (question) return question
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
export const clientAction = toastOnFailure('Please try again in a moment.', 'Disconnection Failed')

/** Confirms the disconnection of a mailbox. */
export default function Disconnect() {
  const { email, provider, uses } = useLoaderData<typeof loader>()
  const { company } = MAILBOX_KINDS[provider]
  return (
    <ConfirmDialog
      title="Disconnect account"
      text={
        <>
          Disconnect{' '}
          <strong className="text-ink">
            <Address>{email}</Address>
          </strong>
          ? {accessWords(company)} Sequences that send only from it switch to your default sender, or wait if
          you have none. Emails already sent stay in the log.
        </>
      }
      closeTo={paths.gmail()}
      confirm="Disconnect"
      busy="Disconnecting..."
    >
      <UsesPanel uses={uses} />
    </ConfirmDialog>
  )
}

/** What happens to the access that Coldframe has. */
function accessWords(company: (typeof MAILBOX_KINDS)[MailboxKindName]['company']): string {
  if (!company) return 'Coldframe deletes its password.'
  return company.revokes
    ? `Coldframe revokes its access at ${company.name}.`
    : `Coldframe deletes its access. ${company.name} lists it until you remove it there, too.`
}
