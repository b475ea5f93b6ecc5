import { api, operation } from '~/http/api.server'
import { PreviewResponse } from '~/models/api/templates'
import { PreviewRequest } from '~/models/templates/template'
import { previewWithFindings } from '~/models/templates/template.server'

const route = api({
  POST: operation({
    cost: 'preview',
    summary: 'Renders a template for a sample contact',
    response: PreviewResponse,
    body: PreviewRequest,
    run: ({ app, db, userId, body }) => previewWithFindings(db, userId, body, app.env.appUrl),
  }),
})

export const loader = route.loader
export const action = route.action
