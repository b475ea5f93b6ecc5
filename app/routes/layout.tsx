import { data } from '@remix-run/node'
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { Welcome, type WelcomeProps } from '~/components/onboarding/welcome'
import { RouteError } from '~/components/page/error-screen'
import { AppShell } from '~/components/shell/app-shell'
import { lastShell, type ShellProps } from '~/components/shell/last-shell'
import { toAppError } from '~/http/errors.server'
import { type PageCall, page } from '~/http/page.server'
import { readPreferences } from '~/http/preferences.server'
import { supportChat } from '~/http/support-chat.server'
import { isId } from '~/http/validate'
import { isUnconfirmed } from '~/models/accounts/confirm.server'
import { getVisitor } from '~/models/accounts/visitor.server'
import { countUnreadConversations } from '~/models/inbox/conversations.server'
import { countUnread } from '~/models/notifications/notification.server'
import { getFirstSteps } from '~/models/onboarding/first-steps.server'
import { getSampleCard } from '~/models/onboarding/sample-data.server'
import { readSendingControl } from '~/models/outbox/sending-control.server'
import { formatMoment } from '~/models/shared/format-time'

/** What the layout shows until its data can be read. */
const WITHOUT_DATA = {
  user: null,
  chat: null,
  tracking: null,
  unread: 0,
  unreadConversations: 0,
  collapsed: false,
  held: null,
  isUnconfirmed: false,
} satisfies ShellProps

type LayoutData = ShellProps &
  Partial<{ firstSteps: WelcomeProps['steps']; sample: WelcomeProps['sample'] }> & {
    /** Some of the layout's own data could not be read: the navigation stays, around an error. */
    failed: boolean
  }

/** The data of the layout around the signed-in screens. */
export const loader = page(async (call) => {
  const { app, user, request } = call
  const known = {
    ...WITHOUT_DATA,
    user,
    chat: supportChat(app.env, user.email),
    collapsed: readPreferences(request).collapsed,
  }
  try {
    return data<LayoutData>({ ...known, ...(await readLayout(call)), failed: false })
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) app.log.error({ err: error }, 'the data of the layout could not be read')
    return data<LayoutData>({ ...known, failed: true }, { status: refusal?.status ?? 500 })
  }
})

async function readLayout({ app, db, user, userId, params, args }: PageCall) {
  const url = app.env.trackerUrl
  const [{ hold }, unread, unreadConversations, visitor, firstSteps, unconfirmed] = await Promise.all([
    readSendingControl(db),
    countUnread(db, userId),
    // The conversation that is being opened does not count.
    countUnreadConversations(db, userId, isId(params.id) ? params.id : undefined),
    url ? getVisitor(db, userId) : null,
    getFirstSteps(db, userId),
    isUnconfirmed(db, userId),
  ])
  const { local } = args.context
  const sample =
    app.sandbox && (local || app.env.sandboxPublic) ? await getSampleCard(db, userId, firstSteps) : undefined
  return {
    chat: supportChat(app.env, user.email, firstSteps),
    tracking: url && visitor ? { url, ...visitor } : null,
    unread,
    unreadConversations,
    firstSteps,
    sample,
    isUnconfirmed: unconfirmed,
    held: hold && { kind: hold.kind, since: formatMoment(hold.since, user.timezone), reason: hold.reason },
  }
}

export default function Layout() {
  // If the response was lost, such as behind a proxy's own error page, the router has neither data nor an error.
  const shell = useLoaderData<typeof loader>() as LayoutData | undefined
  if (!shell || shell.failed) return <ErrorBoundary />
  return (
    <AppShell {...shell}>
      <Welcome steps={shell.firstSteps ?? null} sample={shell.sample} />
      <Outlet />
    </AppShell>
  )
}

/** A failure keeps the navigation around it: with the data of the layout, those last shown in this browser, or none. */
export function ErrorBoundary() {
  const [last] = useState(lastShell)
  const shell: ShellProps = useRouteLoaderData<typeof loader>('routes/layout') ?? last?.shell ?? WITHOUT_DATA
  return (
    <AppShell {...shell}>
      <RouteError />
    </AppShell>
  )
}
