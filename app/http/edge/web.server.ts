import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createRequestHandler } from '@remix-run/express'
import { type AppLoadContext, createRequestHandler as createHandler, type ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { App } from '~/app'
import { errorDetails, toAppError } from '~/http/errors.server'
import { isLocal, localOnly } from '~/http/local-only.server'
import { observeRequest } from '~/models/reports/metrics.server'
import { SIGNED_OUT_HEADER } from '~/models/shared/forms/signed-out'
import { hitsOf } from '~/models/tracking/hit-buffer.server'
import { refuseMalformedAddress } from './address.server'
import { routeByArea } from './area-routes.server'
import { securityHeaders } from './headers.server'
import { refuseUnknownMethod } from './method.server'
import { refuseForeignOrigin } from './origin.server'
import { openPixel } from './pixel.server'

export interface WebOptions {
  app: App
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Vite's middleware in development. */
  assets?: RequestHandler
  /** The folder of the built client files, in production. */
  clientDir?: string
}

/** The request handler. */
export interface Web {
  handle: RequestListener
  /** Stores pending hits. Call it after the last response. */
  close(): Promise<void>
}

/** The open pixel, then the Express application: headers and origin check for everything, files, then Remix. */
export function createWeb({ app, build, assets, clientDir }: WebOptions): Web {
  const web = express()
  web.disable('x-powered-by')
  web.set('trust proxy', app.env.trustProxy)
  web.set('query parser', false)
  let isWarned = app.env.trustProxy > 0
  web.use((request, response, next) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      app.log.warn(
        'requests come through a proxy, but TRUST_PROXY is 0: all callers seem to have its address, and share its limits. Set TRUST_PROXY=1',
      )
    }
    response.locals.cspNonce = randomBytes(16).toString('base64')
    response.locals.requestId = randomUUID()
    if (/^\/(api\/|mcp$)/.test(request.path)) response.set('Request-Id', response.locals.requestId)
    response.locals.local = isLocal(request)
    const since = performance.now()
    response.once('finish', () => {
      dropRest(request)
      observeRequest(app, response.statusCode, (performance.now() - since) / 1000)
    })
    next()
  })
  web.use(securityHeaders(app.env))
  web.use(refuseUnknownMethod(app))
  web.use(refuseMalformedAddress(app))
  web.use(refuseForeignOrigin(app))
  web.get('/favicon.ico', (_request, response) => response.redirect(301, '/favicon.svg'))
  if (app.sandbox) {
    const { google, microsoft, ai, leads } = app.sandbox
    if (!app.env.sandboxPublic) web.use('/sandbox', localOnly)
    web.use('/sandbox/google', (request, response, next) => google.handler(request, response).catch(next))
    web.use('/sandbox/microsoft', (request, response, next) =>
      microsoft.handler(request, response).catch(next),
    )
    web.use('/sandbox/ai', (request, response, next) => ai.handler(request, response).catch(next))
    web.use('/sandbox/apollo', (request, response, next) => leads.handler(request, response).catch(next))
  }
  // The frame of the support page has no origin of its own (`null`), and fonts obey CORS.
  web.get(/\.woff2$/, (_request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    next()
  })
  if (assets) web.use(assets)
  const getLoadContext = (request: express.Request, response: express.Response): AppLoadContext => ({
    app,
    cspNonce: response.locals.cspNonce as string,
    requestId: response.locals.requestId as string,
    address: request.ip ?? '',
    byScript: request.path.endsWith('.data'),
    reportSignedOut: () => response.setHeader(SIGNED_OUT_HEADER, 'true'),
    submit: async (form) =>
      createHandler(build, app.env.nodeEnv)(form, { ...getLoadContext(request, response), byScript: false }),
    local: response.locals.local as boolean,
    routes: async () => (typeof build === 'function' ? await build() : build).routes,
  })
  if (clientDir) web.use(compression())
  if (typeof build !== 'function') web.all('*', routeByArea(build, app.env.nodeEnv, getLoadContext))
  if (clientDir) {
    web.use(
      '/assets',
      express.static(`${clientDir}/assets`, { immutable: true, maxAge: '1y', index: false, redirect: false }),
    )
    web.use(express.static(clientDir, { maxAge: '1h', index: false, redirect: false }))
  }
  web.all('*', createRequestHandler({ build, mode: app.env.nodeEnv, getLoadContext }))
  web.use(respondToErrors(app))
  const pixel = openPixel(app)
  return {
    handle: (request, response) => {
      if (!pixel(request, response)) web(request, response)
    },
    close: () => hitsOf(app).flush(),
  }
}

/**
 * Discards the unread body of a request that has its response. No handler reads the body of a refused request, and Node does not start the next
 * request of the connection until the body has ended.
 */
function dropRest(request: express.Request): void {
  if (request.readableEnded) return
  request.removeAllListeners('data')
  request.resume()
}

/** Errors thrown outside Remix (simulators, files): JSON without details. Express recognizes the handler by its four parameters. */
const respondToErrors =
  (app: App): ErrorRequestHandler =>
  (error, _request, response, next) => {
    if (response.headersSent) return next(error)
    const requestId = response.locals.requestId as string
    const known = toAppError(error)
    if (!known) app.log.error({ err: error, requestId }, 'request failed')
    response.status(known?.status ?? 500).json({
      message: known?.message ?? 'Something went wrong on our side',
      ...errorDetails(app.env, known?.code ?? 'INTERNAL', requestId),
    })
  }
