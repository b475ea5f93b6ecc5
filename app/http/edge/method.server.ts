import type { RequestHandler } from 'express'
import type { App } from '~/app'
import { refuse } from './refuse.server'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Refuses other methods with 405. The router cannot represent all of them (TRACE: Fetch Standard, section 2.2.1) and would fail. */
export const refuseUnknownMethod =
  (app: App): RequestHandler =>
  (request, response, next) => {
    if (METHODS.has(request.method)) return next()
    response.set('Allow', [...METHODS].join(', '))
    refuse(app, request, response, {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      message: 'This method is not supported',
    })
  }
