import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/error-screen'
import { SandboxBanner } from '~/components/sandbox-banner'
import { AppShell } from '~/components/shell/app-shell'
import { requireUser } from '~/http/auth.server'
import { readPreferences } from '~/http/preferences.server'
import { countUnread } from '~/models/notification.server'

/** What the frame of the signed-in screens shows. */
export async function loader(args: LoaderFunctionArgs) {
  const { user, userId } = await requireUser(args)
  const unread = await countUnread(args.context.app.db, userId)
  return { user, unread, collapsed: readPreferences(args.request).collapsed }
}

export default function Layout() {
  return (
    <AppShell {...useLoaderData<typeof loader>()}>
      <Outlet />
    </AppShell>
  )
}

/** A screen that fails keeps the frame around it, unless the frame itself is what failed. */
export function ErrorBoundary() {
  const shell = useRouteLoaderData<typeof loader>('routes/layout')
  if (shell) {
    return (
      <AppShell {...shell}>
        <RouteError />
      </AppShell>
    )
  }
  return (
    <main id="main">
      <SandboxBanner />
      <RouteError />
    </main>
  )
}
