import { api, operation } from '~/http/api.server'
import { PreviewRequest } from '~/models/template'
import { previewTemplate } from '~/models/template.server'

const route = api({
  POST: operation({
    summary: 'A template as a sample person would get it',
    body: PreviewRequest,
    run: async ({ app, body }) => previewTemplate(body, app.env.appUrl),
  }),
})

export const loader = route.loader
export const action = route.action
