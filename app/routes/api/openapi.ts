import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { describeApi } from '~/http/openapi.server'

const route = api(
  {
    GET: operation({
      summary: 'This OpenAPI description',
      answer: z.looseObject({ openapi: z.literal('3.1.0') }),
      run: async ({ app, routes }) => describeApi(app, await routes()),
    }),
  },
  { signedOut: true },
)

export const loader = route.loader
export const action = route.action
