import type { RequestHandler } from 'express'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Refuses other methods with 405. The router cannot represent all of them (TRACE: Fetch Standard, section 2.2.1) and would fail. */
export const refuseUnknownMethod: RequestHandler = (request, response, next) => {
  if (METHODS.has(request.method)) return next()
  response
    .status(405)
    .set('Allow', [...METHODS].join(', '))
    .json({ message: 'This method is not supported', code: 'METHOD_NOT_ALLOWED' })
}
