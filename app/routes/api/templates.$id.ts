import { api, operation } from '~/http/api.server'
import { Done } from '~/models/answers/shared'
import { TemplateAnswer } from '~/models/answers/templates'
import { TemplateChange } from '~/models/template'
import { deleteTemplate, getTemplate, updateTemplate } from '~/models/template.server'

const route = api({
  GET: operation({
    summary: 'One template',
    answer: TemplateAnswer,
    run: ({ db, userId, params }) => getTemplate(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a template',
    answer: TemplateAnswer,
    body: TemplateChange,
    run: async ({ app, db, userId, params, body }) =>
      updateTemplate(db, userId, params.id!, body, await app.clock.now()),
  }),
  DELETE: operation({
    summary: 'Deletes a template',
    answer: Done,
    run: ({ db, userId, params }) => deleteTemplate(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
