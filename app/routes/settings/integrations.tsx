import { Form, Link, Outlet, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Badge } from '~/components/ui/badge'
import { Button, buttonClass, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Building2, KeyRound, Settings } from '~/components/ui/icons'
import { Columns } from '~/components/ui/list/columns'
import { PageHeader } from '~/components/ui/page-header'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { getCurrentUser } from '~/models/accounts/user.server'
import { setLeadKeyEnabled } from '~/models/leads/key.server'
import { findWorkspace } from '~/models/mailboxes/consent/workspace.server'
import { paths } from '~/paths'

export const meta = titled('Integrations')

export const loader = page(async ({ app, db, userId }) => {
  const [{ apolloApiKey, apolloApiKeyEnabled }, workspace] = await Promise.all([
    getCurrentUser(db, userId, app.secrets),
    findWorkspace(db, userId),
  ])
  return { mask: apolloApiKey, enabled: apolloApiKeyEnabled, account: workspace?.userEmail ?? null }
})

const Toggle = z.object({ enabled: z.enum(['true', 'false']).transform((text) => text === 'true') })

export const action = formAction(Toggle, async (input, { app, db, userId }) => {
  const { enabled } = await setLeadKeyEnabled(db, userId, input.enabled)
  return redirectWithToast(app, paths.integrations(), {
    kind: 'success',
    title: enabled ? 'API Key Enabled' : 'API Key Disabled',
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to toggle API key status')

/** The services that Coldframe is connected to, besides mailboxes. */
export default function Integrations() {
  const { mask, enabled, account } = useLoaderData<typeof loader>()
  const busy = useSubmitting()
  return (
    <>
      <PageHeader title="Integrations" subtitle="External services that Coldframe can use on your behalf." />
      <Columns className="@3xl:grid-cols-2">
        <Card
          className={CARD}
          title={<Name icon={<KeyRound />}>Apollo</Name>}
          actions={
            <>
              {mask && (
                <Badge tone={enabled ? 'success' : 'neutral'} dot>
                  {enabled ? 'Active' : 'Inactive'}
                </Badge>
              )}
              <Link
                to={paths.leadKey()}
                preventScrollReset
                aria-label="Apollo API key settings"
                title="API key settings"
                className={buttonClass({ variant: 'ghost', size: 'sm', square: true })}
              >
                <Settings aria-hidden="true" />
              </Link>
            </>
          }
          footer={
            mask ? (
              <Form method="post" preventScrollReset>
                <Button name="enabled" value={enabled ? 'false' : 'true'} disabled={busy}>
                  {enabled ? 'Disable' : 'Enable'}
                </Button>
              </Form>
            ) : (
              <LinkButton variant="primary" to={paths.leadKey()} preventScrollReset>
                Add API Key
              </LinkButton>
            )
          }
        >
          <p className="text-sm text-muted">
            Finds people by job title, place, industry and company size, with the API key of your own Apollo
            account. Searching is free; each revealed email costs one credit of your plan.
          </p>
          {mask && (
            <p className="mt-3 text-sm">
              <span className="text-muted">API key</span> <code className="font-mono break-all">{mask}</code>
            </p>
          )}
        </Card>
        <Card
          className={CARD}
          title={<Name icon={<Building2 />}>Google Workspace</Name>}
          actions={
            <Badge tone={account ? 'success' : 'neutral'} dot>
              {account ? 'Connected' : 'Not Connected'}
            </Badge>
          }
          footer={<LinkButton to={paths.workspace()}>Manage</LinkButton>}
        >
          <p className="text-sm text-muted">
            Contacts, signatures, calendar and Drive of a Google Workspace account. Mailboxes for sending are
            connected on their own screen.
          </p>
          {account && <p className="mt-3 text-sm break-all">{account}</p>}
        </Card>
      </Columns>
      <Outlet />
    </>
  )
}

/** Cards side by side, with their titles and buttons on the same lines. */
const CARD = 'flex h-full flex-col [&>footer]:mt-auto [&>header]:min-h-10.5'

const Name = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2 [&_svg]:size-4 [&_svg]:text-muted">
    {icon}
    {children}
  </span>
)
