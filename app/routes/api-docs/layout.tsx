import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { DocsShell } from '~/components/api-docs/shell'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { GUIDES } from '~/http/api/docs/guides.server'
import { contentsOf } from '~/http/api/docs/view'
import { describeApi } from '~/http/api/openapi.server'
import { openPage } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('API reference')

export const loader = openPage(async ({ app, args, signedIn }) => ({
  isSignedIn: signedIn !== null,
  guides: GUIDES.map(({ name, title }) => ({ name, title })),
  areas: contentsOf(describeApi(app, await args.context.routes())).map(({ text: _, ...area }) => area),
}))

/** The reference of the API. It is open to everyone, like the description that it shows. */
export default function ApiDocs() {
  const { pathname, hash } = useLocation()
  return (
    <DocsShell {...useLoaderData<typeof loader>()} place={pathname + hash}>
      <Outlet />
    </DocsShell>
  )
}

export const ErrorBoundary = () => (
  <main id="main">
    <RouteError back={{ to: paths.apiDocs(), label: 'Back to the API reference' }} />
  </main>
)
