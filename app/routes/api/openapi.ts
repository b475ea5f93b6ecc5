import { z } from 'zod'
import { describeApi } from '~/http/api/openapi.server'
import { api, operation } from '~/http/api.server'

const route = api(
  {
    GET: operation({
      summary: 'This OpenAPI description',
      response: z.looseObject({ openapi: z.literal('3.1.0') }),
      run: async ({ app, routes }) => describeApi(app, await routes()),
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
