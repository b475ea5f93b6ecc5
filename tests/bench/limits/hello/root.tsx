import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'

/** The least that a Remix program is: what P10 and P11 compare our screens with. */
export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
