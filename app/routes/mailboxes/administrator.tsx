import { useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { buttonClass } from '~/components/ui/button'
import { CopyButton } from '~/components/ui/copy-button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { notFound } from '~/errors'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('An administrator must allow Coldframe')

export const loader = page(async ({ app }) => {
  const { microsoft } = app.providers
  return { address: microsoft?.adminConsentUrl() ?? notFound('Microsoft is not set up on this server') }
})

/** What to do where an organization lets only its administrator allow applications. */
export default function AdministratorDialog() {
  const { address } = useLoaderData<typeof loader>()
  return (
    <RouteDialog
      title="An administrator must allow Coldframe"
      description="Your organization does not let its members allow applications themselves. An administrator of Microsoft 365 can allow Coldframe for everybody, once."
      closeTo={paths.gmail()}
    >
      <ol className="list-decimal space-y-2 pl-5 text-sm">
        <li>
          Send this address to your administrator:
          <code className="mt-1 block rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all">
            {address}
          </code>
        </li>
        <li>They sign in there, see which permissions Coldframe asks for, and accept.</li>
        <li>Then connect your account again.</li>
      </ol>
      <DialogActions>
        <CopyButton text={address} label="Copy address" />
        <CancelLink to={paths.gmail()}>Close</CancelLink>
        <a href={paths.microsoftConnect()} className={buttonClass({ variant: 'primary' })}>
          Connect again
        </a>
      </DialogActions>
    </RouteDialog>
  )
}
