import { AppError } from '~/errors'
import { api } from '~/http/api.server'
import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'

/** All other paths below /api: a JSON error as well. */
const answer = async ({ context }: RouteArgs) =>
  errorResponse(context.app, new AppError('NOT_FOUND', 'Not found'))
const route = { ...api({}), loader: answer, action: answer }

export const loader = route.loader
export const action = route.action
