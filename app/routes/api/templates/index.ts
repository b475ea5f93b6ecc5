import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { SavedTemplateResponse, TemplateResponse } from '~/models/api/templates'
import { withWarnings } from '~/models/templates/lacking.server'
import { NewTemplate, TemplatesQuery } from '~/models/templates/template'
import { countTemplates, createTemplate, listTemplates } from '~/models/templates/template.server'

const route = api({
  GET: operation({
    summary: 'Templates, newest first',
    response: z.array(TemplateResponse),
    query: TemplatesQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listTemplates(db, userId, query)), total: await countTemplates(db, userId, query) }),
  }),
  POST: operation({
    summary: 'Creates a template',
    response: SavedTemplateResponse,
    body: NewTemplate,
    status: 201,
    fresh: () => ({ warnings: [] }),
    run: async ({ db, userId, body }) => withWarnings(db, userId, await createTemplate(db, userId, body)),
  }),
})

export const loader = route.loader
export const action = route.action
