import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { TemplateAnswer } from '~/models/answers/templates'
import { PageQuery } from '~/models/fields'
import { NewTemplate } from '~/models/template'
import { createTemplate, listTemplates } from '~/models/template.server'

const route = api({
  GET: operation({
    summary: 'Templates, newest first',
    answer: z.array(TemplateAnswer),
    query: PageQuery,
    run: async ({ db, userId, query }) => paged(await listTemplates(db, userId, query)),
  }),
  POST: operation({
    summary: 'Creates a template',
    answer: TemplateAnswer,
    body: NewTemplate,
    status: 201,
    run: ({ db, userId, body }) => createTemplate(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
