import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { Welcome, type WelcomeProps } from '~/components/onboarding/welcome'
import { RouteError } from '~/components/page/error-screen'
import { AppShell } from '~/components/shell/app-shell'
import type { ShellProps } from '~/components/shell/last-shell'
import { SandboxBanner } from '~/components/shell/sandbox-banner'
import { page } from '~/http/page.server'
import { readPreferences } from '~/http/preferences.server'
import { supportChat } from '~/http/support-chat.server'
import { isId } from '~/http/validate'
import { getVisitor } from '~/models/accounts/visitor.server'
import { countUnreadConversations } from '~/models/inbox/conversations.server'
import { countUnread } from '~/models/notifications/notification.server'
import { getFirstSteps } from '~/models/onboarding/first-steps.server'
import { getSampleCard } from '~/models/onboarding/sample-data.server'
import { readSendingControl } from '~/models/outbox/sending-control.server'
import { formatMoment } from '~/models/shared/format-time'

/** The data of the layout around the signed-in screens. */
export const loader = page(async ({ app, db, user, userId, params, request, args }) => {
  const url = app.env.trackerUrl
  const [{ hold }, unread, unreadConversations, visitor, firstSteps] = await Promise.all([
    readSendingControl(db),
    countUnread(db, userId),
    // The conversation that is being opened does not count.
    countUnreadConversations(db, userId, isId(params.id) ? params.id : undefined),
    url ? getVisitor(db, userId) : null,
    getFirstSteps(db, userId),
  ])
  const { local } = args.context
  const sample =
    app.sandbox && (local || app.env.sandboxPublic) ? await getSampleCard(db, userId, firstSteps) : undefined
  return {
    user,
    chat: supportChat(app.env, user.email),
    tracking: url && visitor ? { url, ...visitor } : null,
    unread,
    unreadConversations,
    collapsed: readPreferences(request).collapsed,
    firstSteps,
    sample,
    held: hold && { kind: hold.kind, since: formatMoment(hold.since, user.timezone), reason: hold.reason },
  }
})

export default function Layout() {
  // If the response was lost, such as behind a proxy's own error page, the router has neither data nor an error.
  const data = useLoaderData<typeof loader>() as
    | (ShellProps & { firstSteps: WelcomeProps['steps']; sample: WelcomeProps['sample'] })
    | undefined
  if (!data) return <Frameless />
  return (
    <AppShell {...data}>
      <Welcome steps={data.firstSteps} sample={data.sample} />
      <Outlet />
    </AppShell>
  )
}

/** The layout without its data. */
const Frameless = () => (
  <main id="main">
    <SandboxBanner />
    <RouteError />
  </main>
)

/** A failed screen keeps the layout around it, unless the layout itself failed. */
export function ErrorBoundary() {
  const shell = useRouteLoaderData<typeof loader>('routes/layout')
  if (shell) {
    return (
      <AppShell {...shell}>
        <RouteError />
      </AppShell>
    )
  }
  return <Frameless />
}
