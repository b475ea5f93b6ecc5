import type { Request, Response } from 'express'
import type { App } from '~/app'
import type { ErrorCode } from '~/errors'
import { errorDetails, logRefusal } from '~/http/errors.server'

/** Responds to a request that the router must not see, in the format of every error. */
export function refuse(
  app: App,
  request: Request,
  response: Response,
  { status, code, message }: { status: number; code: ErrorCode; message: string },
): void {
  const requestId = response.locals.requestId as string
  const [path] = request.url.split('?')
  logRefusal(app, { requestId, method: request.method, path: path!, status })
  response.status(status).json({ message, ...errorDetails(app.env, code, requestId) })
}
