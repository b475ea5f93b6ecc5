import { PassThrough } from 'node:stream'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { NonceContext } from '~/components/page/nonce'
import { isAppError } from './errors'

// One bundle: server.ts imports the whole program from here, so no module is loaded twice.
export * as program from './operator/program.server'

export const streamTimeout = 5_000

/** A page belongs to the signed-in user: after logging out, the Back button must not show it. */
const NOT_STORED = 'private, no-store'

/** Renders a document; bots wait for all of it, browsers get the shell at once. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { cspNonce }: AppLoadContext,
) {
  const readyEvent = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
  return new Promise<Response>((resolve, reject) => {
    let started = false
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={cspNonce}>
        <RemixServer context={remixContext} url={request.url} nonce={cspNonce} />
      </NonceContext.Provider>,
      {
        nonce: cspNonce,
        [readyEvent]() {
          started = true
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          headers.set('Cache-Control', NOT_STORED)
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
          pipe(body)
        },
        onShellError: reject,
        onError(error: unknown) {
          code = 500
          if (started)
            process.stderr.write(`render failed: ${error instanceof Error ? error.stack : String(error)}\n`)
        },
      },
    )
    setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** The same for a page's data requested by scripts. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', NOT_STORED)
  return response
}

/** Logs unexpected errors of loaders and actions; refusals and aborted requests are not errors. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || isAppError(error)) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.app.log.error({ err: error, path: new URL(request.url).pathname }, 'request failed')
}
