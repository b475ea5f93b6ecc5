import { api, operation } from '~/http/api.server'
import { TemplateChange } from '~/models/template'
import { deleteTemplate, getTemplate, updateTemplate } from '~/models/template.server'

const route = api({
  GET: operation({
    summary: 'One template',
    run: ({ db, userId, params }) => getTemplate(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a template',
    body: TemplateChange,
    run: async ({ app, db, userId, params, body }) =>
      updateTemplate(db, userId, params.id!, body, await app.clock.now()),
  }),
  DELETE: operation({
    summary: 'Deletes a template',
    run: ({ db, userId, params }) => deleteTemplate(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
