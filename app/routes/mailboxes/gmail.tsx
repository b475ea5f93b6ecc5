import { redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { MailboxCard } from '~/components/mailboxes/mailbox-card'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { Badge } from '~/components/ui/badge'
import { buttonClass, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { MailPlus, Plus, Server } from '~/components/ui/icons'
import { CardGrid } from '~/components/ui/list/columns'
import { PageHeader } from '~/components/ui/page-header'
import { StatCard, StatGrid } from '~/components/ui/stat-card'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast, takeToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { refreshAliases } from '~/models/mailboxes/aliases.server'
import { changeMailbox } from '~/models/mailboxes/change.server'
import type { Mailbox } from '~/models/mailboxes/mailbox'
import { getMailbox, listMailboxes, listQuotas, setDefaultMailbox } from '~/models/mailboxes/mailbox.server'
import { formatDay, formatMoment } from '~/models/shared/format-time'
import { areLinksReachable, LINKS_UNREACHABLE } from '~/models/templates/link-reach.server'
import { paths } from '~/paths'

export const meta = titled('Gmail Accounts')

export const loader = page(async ({ app, db, userId, user, url, request }) => {
  if (url.searchParams.has('connected') || url.searchParams.has('error')) {
    // After the company's redirect the toast is already pending; the query string is cleared here so that a reload does not repeat it.
    if ((await takeToast(app, request)).toast) throw redirect(paths.gmail())
    throw await redirectWithToast(
      app,
      paths.gmail(),
      url.searchParams.has('error')
        ? {
            kind: 'error',
            title: 'Connection Failed',
            text: 'The account was not connected. Please try again.',
          }
        : { kind: 'success', title: 'Gmail account connected' },
    )
  }
  const [boxes, quotas] = await Promise.all([
    listMailboxes(db, userId),
    listQuotas(db, userId, await app.clock.now()),
  ])
  return {
    appUrl: app.env.appUrl,
    ready: { google: app.env.google !== null, microsoft: app.env.microsoft !== null },
    mailboxes: boxes.map((box) => {
      const { id, provider, email, status, statusDetail, isDefault, canRead, aliasOptions } = box
      const quota = quotas.find(({ accountId }) => accountId === id)
      return {
        ...{ id, provider, email, status, statusDetail, isDefault, canRead, aliasOptions },
        organization: box.organization,
        smtp: box.smtpHost && `${box.smtpHost}:${box.smtpPort}`,
        imap: box.imapHost && `${box.imapHost}:${box.imapPort}`,
        connected: formatDay(box.createdAt, user.timezone),
        lastUsed: box.lastUsedAt ? formatMoment(box.lastUsedAt, user.timezone) : 'Never',
        reading: box.status === 'connected' || box.status === 'paused' ? readingOf(box, user.timezone) : null,
        blocked: areLinksReachable(app.env, box) ? null : LINKS_UNREACHABLE,
        held: box.heldUntil && {
          until: formatMoment(box.heldUntil, user.timezone),
          said: box.heldDetail ?? '',
        },
        cannotSend: box.cannotSendSince && formatMoment(box.cannotSendSince, user.timezone),
        cannotRead: box.cannotReadSince && formatMoment(box.cannotReadSince, user.timezone),
        used: quota?.current ?? 0,
        limit: quota?.limit ?? 0,
      }
    }),
  }
})

/** The most folders that a card names. */
const MAX_NAMED = 8

/** How the replies of a mailbox are read, in words. */
function readingOf({ sync }: Mailbox, timezone: string) {
  if (!sync) return null
  const { folders, waiting, everySeconds, lastReadAt, error } = sync
  const more = folders.length - MAX_NAMED
  return {
    last: lastReadAt ? formatMoment(lastReadAt, timezone) : 'Not yet',
    how: waiting ? 'Waiting for new email' : `Read every ${everySeconds / 60} minutes`,
    folders: folders.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : ''),
    error,
  }
}

const Act = z.object({
  intent: z.enum(['set-default', 'refresh-aliases', 'reconnect']),
  id: z.uuid('Mailbox not found'),
})

const WORDS = {
  'set-default': { done: 'Default Sender Updated', failed: 'Update Failed' },
  'refresh-aliases': { done: 'Aliases Refreshed', failed: 'Refresh Failed' },
  reconnect: { done: 'Mailbox connected', failed: 'Connection Failed' },
}

export const action = formAction(Act, async ({ intent, id }, { app, db, userId }) => {
  let title: string = WORDS[intent].done
  try {
    if (intent === 'set-default') await setDefaultMailbox(db, userId, id)
    else if (intent === 'refresh-aliases') await refreshAliases(db, userId, id, app)
    else {
      if ((await getMailbox(db, userId, id)).status === 'paused') title = 'Sending resumed'
      await changeMailbox(db, userId, id, { status: 'connected' }, await app.clock.now(), app)
    }
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) throw error
    // A login that fails again is most likely fixed in the form.
    const next = intent === 'reconnect' && refusal.code === 'INVALID' ? paths.editMailbox(id) : paths.gmail()
    const toast = { kind: 'error', title: WORDS[intent].failed, text: refusal.message } as const
    return redirectWithToast(app, next, toast)
  }
  return redirectWithToast(app, paths.gmail(), { kind: 'success', title })
})

const isAct = (intent: unknown): intent is keyof typeof WORDS => typeof intent === 'string' && intent in WORDS

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Please try again in a moment.', (form) => {
  const intent = form.get('intent')
  return isAct(intent) ? WORDS[intent].failed : 'Error'
})

/** The connected mailboxes: Gmail and Microsoft accounts, and others over SMTP. */
export default function Gmail() {
  const { mailboxes, ready, appUrl } = useLoaderData<typeof loader>()
  const active = mailboxes.filter(({ status }) => status === 'connected').length
  const aliases = mailboxes.reduce((sum, { aliasOptions }) => sum + aliasOptions.length, 0)
  return (
    <>
      <PageHeader
        title="Gmail Accounts"
        subtitle="The mailboxes that your sequences send from."
        actions={<AddLinks ready={ready} />}
      />
      <SectionNav />
      {!ready.google && <GoogleHint callbackUrl={`${appUrl}/api/gmail/callback`} />}
      {!ready.microsoft && <MicrosoftHint callbackUrl={`${appUrl}/api/microsoft/callback`} />}
      <section id="overview" aria-label="Overview" className="mb-6 scroll-mt-4">
        <StatGrid>
          <StatCard label="Connected Accounts" value={mailboxes.length} />
          <StatCard label="Active Accounts" value={active} />
          <StatCard label="Total Aliases" value={aliases} />
        </StatGrid>
      </section>
      <section id="accounts" aria-labelledby="accounts-title" className="mb-6 scroll-mt-4">
        <h2 id="accounts-title" className="mb-3 text-base font-semibold">
          Connected Accounts
        </h2>
        {mailboxes.length === 0 ? (
          <EmptyState
            icon={<MailPlus />}
            title="No accounts connected"
            text="Sequences send emails from your mailboxes and read their replies and bounces. Connect a Gmail, Google Workspace, Microsoft 365 or Outlook.com mailbox, or add any other mailbox with SMTP."
            action={<AddLinks ready={ready} />}
          />
        ) : (
          <CardGrid size="large">
            {mailboxes.map((mailbox) => (
              <li key={mailbox.id} className="min-w-0">
                <MailboxCard {...mailbox} />
              </li>
            ))}
          </CardGrid>
        )}
      </section>
      <Card id="settings" title="Settings" className="scroll-mt-4">
        <DefaultSender mailboxes={mailboxes} />
      </Card>
      <Outlet />
    </>
  )
}

const sections = [
  { to: '#overview', label: 'Overview' },
  { to: '#accounts', label: 'Connected Accounts' },
  { to: '#settings', label: 'Settings' },
]

/** Jumps to the sections of the screen; plain links, so the browser scrolls. */
const SectionNav = () => (
  <nav aria-label="Sections" className="mb-5 -ml-2.5 flex flex-wrap gap-1">
    {sections.map(({ to, label }) => (
      <a key={to} href={to} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        {label}
      </a>
    ))}
  </nav>
)

const AddLinks = ({ ready }: { ready: { google: boolean; microsoft: boolean } }) => (
  <>
    {ready.google && (
      <a href={paths.gmailConnect()} className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden="true" />
        Connect Gmail Account
      </a>
    )}
    {ready.microsoft && (
      <a href={paths.microsoftConnect()} className={buttonClass({})}>
        <Plus aria-hidden="true" />
        Connect Microsoft Account
      </a>
    )}
    <LinkButton to={paths.newSmtpMailbox()} preventScrollReset icon={<Server aria-hidden="true" />}>
      Add SMTP Mailbox
    </LinkButton>
  </>
)

function DefaultSender({ mailboxes }: { mailboxes: { email: string; isDefault: boolean }[] }) {
  const sender = mailboxes.find(({ isDefault }) => isDefault)
  if (!sender) {
    return (
      <p className="text-sm text-muted">
        {mailboxes.length === 0
          ? 'There is no default sender yet. The first account you connect becomes the default.'
          : 'There is no default sender. Choose one with Set as Default on its card.'}
      </p>
    )
  }
  return (
    <dl className="text-sm">
      <dt className="text-muted">Default sender</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-2 font-medium break-all">
        {sender.email} <Badge tone="info">Default</Badge>
      </dd>
      <dd className="mt-1 text-muted">
        Used for test emails and for sequences without a sender of their own.
      </dd>
    </dl>
  )
}

/** What the operator has to set up before users can connect. */
const GoogleHint = ({ callbackUrl }: { callbackUrl: string }) => (
  <SetUpHint title="Google is not set up on this server">
    Create an OAuth client of type “Web application” in the Google Cloud console, enable the Gmail API, add
    the redirect address <code className="font-mono break-all">{callbackUrl}</code>, and start the server with{' '}
    <code className="font-mono">GOOGLE_CLIENT_ID</code> and{' '}
    <code className="font-mono">GOOGLE_CLIENT_SECRET</code>.
  </SetUpHint>
)

const MicrosoftHint = ({ callbackUrl }: { callbackUrl: string }) => (
  <SetUpHint title="Microsoft is not set up on this server">
    Register an application in the Microsoft Entra admin center, add the redirect address{' '}
    <code className="font-mono break-all">{callbackUrl}</code> of the platform “Web” and a client secret, and
    start the server with <code className="font-mono">MICROSOFT_CLIENT_ID</code> and{' '}
    <code className="font-mono">MICROSOFT_CLIENT_SECRET</code>.
  </SetUpHint>
)

const SetUpHint = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mb-6 rounded-lg border border-warning/40 bg-warning-soft px-4 py-3 text-sm text-warning-ink">
    <p className="font-semibold">{title}</p>
    <p className="mt-1">{children}</p>
  </div>
)

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.gmail(), label: 'Back to Gmail Accounts' }} />
)
