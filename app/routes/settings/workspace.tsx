import { redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { buttonClass, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { CalendarDays, ContactRound, HardDrive, Mail, PenLine } from '~/components/ui/icons'
import { PageHeader } from '~/components/ui/page-header'
import { redirectWithToast, takeToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { findWorkspace } from '~/models/mailboxes/consent/workspace.server'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Google Workspace Integration')

export const loader = page(async ({ app, db, userId, user, url, request }) => {
  if (url.searchParams.has('connected') || url.searchParams.has('error')) {
    // After Google's redirect the toast is already pending; the query string is cleared here so that a reload does not repeat it.
    if ((await takeToast(app, request)).toast) throw redirect(paths.workspace())
    throw await redirectWithToast(
      app,
      paths.workspace(),
      url.searchParams.has('error')
        ? {
            kind: 'error',
            title: 'Connection Failed',
            text: 'Google did not connect the account. Please try again.',
          }
        : { kind: 'success', title: 'Google Workspace connected' },
    )
  }
  const workspace = await findWorkspace(db, userId)
  return {
    configured: app.env.google !== null,
    callbackUrl: `${app.env.appUrl}/api/auth/google/callback`,
    account: workspace && {
      email: workspace.userEmail,
      connected: formatDay(workspace.createdAt, user.timezone),
    },
  }
})

const FEATURES = [
  { icon: ContactRound, name: 'Contact sync', text: 'Import contacts from Google.' },
  { icon: PenLine, name: 'Signature management', text: 'Use the signatures of your addresses.' },
  { icon: CalendarDays, name: 'Calendar integration', text: 'Schedule meetings from replies.' },
  { icon: Mail, name: 'Gmail API access', text: 'Manage the account’s mailbox settings.' },
  { icon: HardDrive, name: 'Drive integration', text: 'Share chosen files.' },
]

/** The connection with a Google Workspace account. */
export default function Workspace() {
  const { configured, callbackUrl, account } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Google Workspace Integration"
        back={{ to: paths.integrations(), label: 'Integrations' }}
        badges={
          <Badge tone={account ? 'success' : 'neutral'} dot>
            {account ? 'Connected' : 'Not Connected'}
          </Badge>
        }
        actions={
          account ? (
            <LinkButton to={paths.disconnectWorkspace()} preventScrollReset>
              Disconnect
            </LinkButton>
          ) : (
            configured && (
              <a href={paths.workspaceConnect()} className={buttonClass({ variant: 'primary' })}>
                Connect
              </a>
            )
          )
        }
      />
      <div className="space-y-5">
        {!configured && (
          <p className="rounded-lg border border-warning/40 bg-warning-soft px-4 py-3 text-sm text-warning-ink">
            Google is not set up on this server. Its operator needs to create an OAuth client of type “Web
            application”, add the redirect address <code className="font-mono break-all">{callbackUrl}</code>{' '}
            and start the server with <code className="font-mono">GOOGLE_CLIENT_ID</code> and{' '}
            <code className="font-mono">GOOGLE_CLIENT_SECRET</code>.
          </p>
        )}
        <Card title="Account">
          {account ? (
            <dl className="grid gap-4 text-sm sm:grid-cols-2">
              <div className="min-w-0">
                <dt className="text-muted">Connected account</dt>
                <dd className="mt-0.5 font-medium">
                  <Address>{account.email}</Address>
                </dd>
              </div>
              <div className="min-w-0">
                <dt className="text-muted">Connected date</dt>
                <dd className="mt-0.5 font-medium">{account.connected}</dd>
              </div>
            </dl>
          ) : (
            <p className="text-sm text-muted">
              No account is connected. Connect mailboxes for sending under Gmail Accounts; this connection is
              for the rest of the Workspace.
            </p>
          )}
        </Card>
        <Card
          title="Features"
          description="None of these is available yet, so Coldframe requests only the account’s name and address from Google."
        >
          <ul className="grid gap-4 sm:grid-cols-2">
            {FEATURES.map(({ icon: Icon, name, text }) => (
              <li key={name} className="flex min-w-0 gap-3 text-sm">
                <Icon className="mt-0.5 size-4 shrink-0 text-accent-ink" aria-hidden="true" />
                <span className="min-w-0">
                  <span className="block font-medium">{name}</span>
                  <span className="block text-muted">{text}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <Outlet />
    </>
  )
}
