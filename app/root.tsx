import typeface from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type UIMatch,
  useFetchers,
  useMatches,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { RouteError } from '~/components/page/error-screen'
import { UnloadedScreens } from '~/components/page/loaded-screen'
import { NavigationProgress } from '~/components/page/navigation-progress'
import { useNonce } from '~/components/page/nonce'
import { ToastViewer } from '~/components/ui/toast-viewer'
import { CHAT_SCRIPT } from './components/chat/chat-state'
import { lastShell } from './components/shell/last-shell'
import { takeToast } from './http/flash.server'
import { readPreferences } from './http/preferences.server'
import { paths } from './paths'
import stylesheet from './tailwind.css?url'

export const links: LinksFunction = () => [
  { rel: 'preload', href: typeface, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: MetaFunction = () => [{ title: 'Coldframe' }]

/** The data of every page: the pending toast, the sandbox's state, the theme. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(app, request)
  return data({ toast, sandbox: app.env.sandbox, theme: readPreferences(request).theme }, { headers })
}

/** The document around screens and errors. */
export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>('root')
  const nonce = useNonce()
  const theme = useChosenTheme() ?? loaded?.theme
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; as text it would be escaped
          dangerouslySetInnerHTML={{ __html: CHAT_SCRIPT }}
        />
      </head>
      <body>
        <UnloadedScreens>
          <NavigationProgress />
          {children}
        </UnloadedScreens>
        <ToastViewer toast={loaded?.toast ?? null} />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/**
 * Shows errors that no screen's boundary handled. If a response was lost, all data is missing, including the layout's: the layout stays
 * as it was, and the screen's own message is in its `handle`.
 */
export function ErrorBoundary() {
  const [last] = useState(lastShell)
  const Failed = useMatches().findLast(isNamed)?.handle.Failed ?? RouteError
  if (last)
    return (
      <last.Frame {...last.shell}>
        <Failed />
      </last.Frame>
    )
  return (
    <main id="main">
      <RouteError />
    </main>
  )
}

interface Named {
  handle: { Failed: ComponentType }
}

const isNamed = (match: UIMatch): match is UIMatch & Named => !!(match as Partial<Named>).handle?.Failed

/** The theme being saved, so that it applies at once. */
function useChosenTheme() {
  const saving = useFetchers().find(
    ({ formAction, formData }) => formAction === paths.preferences() && formData?.has('theme'),
  )
  const chosen = saving?.formData?.get('theme')
  return typeof chosen === 'string' ? chosen : undefined
}
