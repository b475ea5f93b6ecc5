import { AppError } from '~/errors'
import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'

/** All other paths below /sandbox, and every path while the sandbox is off. */
export const loader = ({ context }: RouteArgs) =>
  errorResponse(context.app, new AppError('NOT_FOUND', 'Not found'))
export const action = loader
