import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { App } from '../app.server'
import { hitsOf } from '../models/hit-buffer.server'
import { answerByArea } from './area-routes.server'
import { toAppError } from './errors.server'
import { securityHeaders } from './headers.server'
import { refuseForeignOrigin } from './origin.server'
import { openPixel } from './pixel.server'

export interface WebOptions {
  app: App
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Vite's middlewares in development. */
  assets?: RequestHandler
  /** Folder of the built client files, in production. */
  clientDir?: string
}

/** What answers requests. */
export interface Web {
  handle: RequestListener
  /** Stores what came in and is not stored yet. Call it after the last answer. */
  close(): Promise<void>
}

/** The open pixel, then the Express application: headers and origin check on everything, files, then Remix. */
export function createWeb({ app, build, assets, clientDir }: WebOptions): Web {
  const web = express()
  web.disable('x-powered-by')
  web.set('trust proxy', app.env.trustProxy)
  web.use((_request, response, next) => {
    response.locals.cspNonce = randomBytes(16).toString('base64')
    next()
  })
  web.use(securityHeaders(app.env))
  web.use(refuseForeignOrigin(app.env))
  web.get('/favicon.ico', (_request, response) => response.redirect(301, '/favicon.svg'))
  if (app.sandbox) {
    const { google, ai, leads } = app.sandbox
    web.use('/sandbox/google', (request, response, next) => google.handler(request, response).catch(next))
    web.use('/sandbox/ai', (request, response, next) => ai.handler(request, response).catch(next))
    web.use('/sandbox/apollo', (request, response, next) => leads.handler(request, response).catch(next))
  }
  if (assets) web.use(assets)
  const getLoadContext = (request: express.Request, response: express.Response): AppLoadContext => ({
    app,
    cspNonce: response.locals.cspNonce as string,
    address: request.ip ?? '',
    byScript: request.path.endsWith('.data'),
    routes: async () => (typeof build === 'function' ? await build() : build).routes,
  })
  if (clientDir) web.use(compression())
  if (typeof build !== 'function') web.all('*', answerByArea(build, app.env.nodeEnv, getLoadContext))
  if (clientDir) {
    web.use('/assets', express.static(`${clientDir}/assets`, { immutable: true, maxAge: '1y', index: false }))
    web.use(express.static(clientDir, { maxAge: '1h', index: false }))
  }
  web.all('*', createRequestHandler({ build, mode: app.env.nodeEnv, getLoadContext }))
  web.use(answerErrors(app))
  const pixel = openPixel(app)
  return {
    handle: (request, response) => {
      if (!pixel(request, response)) web(request, response)
    },
    close: () => hitsOf(app).flush(),
  }
}

/** What is thrown outside Remix (the simulators, files): JSON without details. Express knows it by its four parameters. */
const answerErrors =
  (app: App): ErrorRequestHandler =>
  (error, _request, response, next) => {
    if (response.headersSent) return next(error)
    const known = toAppError(error)
    if (!known) app.log.error({ err: error }, 'request failed')
    response
      .status(known?.status ?? 500)
      .json({ message: known?.message ?? 'Something went wrong on our side' })
  }
