import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { SavedTemplateAnswer, TemplateAnswer } from '~/models/api/templates'
import { isSentByRunning } from '~/models/sequences/running.server'
import { withWarnings } from '~/models/templates/lacking.server'
import { TemplateChange } from '~/models/templates/template'
import { deleteTemplate, getTemplate, updateTemplate } from '~/models/templates/template.server'

const route = api({
  GET: operation({
    summary: 'One template',
    answer: TemplateAnswer,
    run: ({ db, userId, params }) => getTemplate(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a template',
    answer: SavedTemplateAnswer,
    body: TemplateChange,
    current: ({ db, userId, params }) => getTemplate(db, userId, params.id!),
    sends: ({ db, userId, params }) => isSentByRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, body }) =>
      withWarnings(db, userId, await updateTemplate(db, userId, params.id!, body, await app.clock.now())),
  }),
  DELETE: operation({
    summary: 'Deletes a template',
    answer: Done,
    run: ({ db, userId, params }) => deleteTemplate(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
