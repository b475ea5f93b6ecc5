import { api, operation } from '~/http/api.server'
import { GeneratedBody } from '~/models/api/templates'
import { GenerateRequest } from '~/models/templates/ai'
import { generateBody } from '~/models/templates/ai.server'

const route = api({
  POST: operation({
    cost: 'ai',
    external: true,
    summary: 'Writes a body from a subject and an outline',
    response: GeneratedBody,
    body: GenerateRequest,
    run: ({ app, userId, body, request }) => generateBody(app, userId, body, request.signal),
  }),
})

export const loader = route.loader
export const action = route.action
