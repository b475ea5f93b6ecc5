import { AppError } from '~/errors'
import { api } from '~/http/api.server'
import type { RouteArgs } from '~/http/auth.server'
import { errorResponse, logRefusal } from '~/http/errors.server'

/** All other paths below /api: a JSON error as well. */
const answer = async ({ request, context }: RouteArgs) => {
  const { app, requestId } = context
  const path = new URL(request.url).pathname
  logRefusal(app, { requestId, method: request.method, path, status: 404 })
  return errorResponse(app, new AppError('NOT_FOUND', 'Not found'), context)
}
const route = { ...api({}), loader: answer, action: answer }

export const loader = route.loader
export const action = route.action
