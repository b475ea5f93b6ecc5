import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { getStop, removeStop } from '~/models/contacts/do-not-contact.server'
import { paths } from '~/paths'

export const meta = titled('Remove from Do not contact')

export const loader = page(async ({ db, userId, params }) => {
  const { address, domain, contactId } = await getStop(db, userId, params.id!)
  return { what: address ?? domain ?? '', isDomain: domain !== null, known: contactId !== null }
})

const listQuery = (search: string) => keepListQuery(search, ['cursor'])
const FAILED = 'Failed to remove the entry'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ url }) => paths.doNotContact() + listQuery(url.search) },
  async (_, { app, db, userId, params, url }) => {
    await removeStop(db, userId, params.id!, await app.clock.now())
    return redirectWithToast(app, paths.doNotContact() + listQuery(url.search), {
      kind: 'success',
      title: 'Removed from the list',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the removal of an address or domain from the list. */
export default function RemoveStopDialog() {
  const { what, isDomain, known } = useLoaderData<typeof loader>()
  const meaning = isDomain
    ? 'Contacts at this domain can get emails again from new enrollments; ended sequences do not resume.'
    : known
      ? 'Your contact with this address stays suppressed until you lift the suppression on the contact’s page.'
      : 'A contact with this address can get emails again.'
  return (
    <ConfirmDialog
      title="Remove from Do not contact"
      text={`Remove "${what}" from the list? ${meaning} The removal is recorded.`}
      closeTo={paths.doNotContact() + listQuery(useLocation().search)}
      confirm="Remove"
      busy="Removing..."
    />
  )
}
