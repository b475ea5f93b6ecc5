import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { getCompany } from '~/models/contacts/companies/companies.server'
import { addStops } from '~/models/contacts/do-not-contact.server'
import { paths } from '~/paths'

export const meta = titled('Stop a company')

export const loader = page(async ({ db, userId, params }) => getCompany(db, userId, params.domain!))

const FAILED = 'Failed to stop the company'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ params }) => paths.company(params.domain!) },
  async (_, { app, db, userId, params }) => {
    const { domain } = await getCompany(db, userId, params.domain!)
    await addStops(db, userId, { addresses: [], domains: [domain] }, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.company(domain), {
      kind: 'success',
      title: 'Company stopped',
      text: `${domain} is on the do-not-contact list.`,
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms that a company gets no more emails. */
export default function StopCompanyDialog() {
  const { domain, contacts } = useLoaderData<typeof loader>()
  const who = contacts === 1 ? 'its contact' : `its ${contacts.toLocaleString('en-US')} contacts`
  return (
    <ConfirmDialog
      title="Stop all of this company"
      text={`Put ${domain} on the do-not-contact list? No sequence sends to ${who} any more, and contacts that are added later at this domain get no emails either. You can remove the domain from the list in the settings.`}
      closeTo={paths.company(domain)}
      confirm="Stop all"
      busy="Stopping..."
    />
  )
}
