import { AppError } from '~/errors'
import type { RouteArgs } from '~/http/auth.server'
import { errorResponse } from '~/http/errors.server'

/** Every other address below /sandbox, and all of them while it is off. */
export const loader = ({ context }: RouteArgs) =>
  errorResponse(context.app, new AppError('NOT_FOUND', 'Not found'))
export const action = loader
