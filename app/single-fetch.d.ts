import '@remix-run/server-runtime'
import '@remix-run/node'
import type { ServerBuild } from '@remix-run/node'
import type { App } from './app'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true
  }
  interface AppLoadContext {
    app: App
    /** The nonce of this response's Content-Security-Policy. */
    cspNonce: string
    /** Names the request in the log. */
    requestId: string
    /** The caller's address, behind TRUST_PROXY proxies. */
    address: string
    /** Whether a script requests data, as opposed to the browser requesting a page. */
    byScript: boolean
    /** Tells the script that made the request that there is no session, so that it asks the user to log in (SIGNED_OUT_HEADER). */
    reportSignedOut(): void
    /** Sends a form to a screen, within the program, as the owner of a session cookie would. */
    submit(request: Request): Promise<Response>
    /** Whether the request was made on this machine (app/http/local-only.server.ts). */
    local: boolean
    /** Every route of the program, for the OpenAPI description. */
    routes(): Promise<ServerBuild['routes']>
  }
}
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}
