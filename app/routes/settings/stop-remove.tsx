import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { failing } from '~/components/forms/failing'
import { keepPlace } from '~/components/page/keep-place'
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

const place = (search: string) => keepPlace(search, ['cursor'])
const FAILED = 'Failed to remove it'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ url }) => paths.doNotContact() + place(url.search) },
  async (_, { app, db, userId, params, url }) => {
    await removeStop(db, userId, params.id!, await app.clock.now())
    return redirectWithToast(app, paths.doNotContact() + place(url.search), {
      kind: 'success',
      title: 'Removed from the list',
    })
  },
)

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing(FAILED)

/** The question before an address or a domain is taken off the list. */
export default function RemoveStopDialog() {
  const { what, isDomain, known } = useLoaderData<typeof loader>()
  const meaning = isDomain
    ? 'People there may get mail again where they are enrolled from now on; sequences that ended stay ended.'
    : known
      ? 'Your contact with this address stays suppressed until you lift that on its own page.'
      : 'A contact with this address may get mail again.'
  return (
    <ConfirmDialog
      title="Remove from Do not contact"
      text={`Take "${what}" off the list? ${meaning} That you did so is recorded.`}
      closeTo={paths.doNotContact() + place(useLocation().search)}
      confirm="Remove"
      busy="Removing..."
    />
  )
}
