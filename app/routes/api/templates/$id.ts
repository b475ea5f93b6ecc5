import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { SavedTemplateResponse, TemplateResponse } from '~/models/api/templates'
import { isSentByRunning, mayReleaseSends } from '~/models/sequences/running.server'
import { TemplateUsesChoice } from '~/models/shared/uses/choice'
import { withWarnings } from '~/models/templates/lacking.server'
import { TemplateChange } from '~/models/templates/template'
import { deleteTemplate, getTemplate, updateTemplate } from '~/models/templates/template.server'

const route = api({
  GET: operation({
    summary: 'One template',
    response: TemplateResponse,
    run: ({ db, userId, params }) => getTemplate(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a template',
    response: SavedTemplateResponse,
    body: TemplateChange,
    current: ({ db, userId, params }) => getTemplate(db, userId, params.id!),
    sends: ({ db, userId, params }) => isSentByRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, body }) =>
      withWarnings(db, userId, await updateTemplate(db, userId, params.id!, body, await app.clock.now())),
  }),
  DELETE: operation({
    summary: 'Deletes a template',
    response: Done,
    query: TemplateUsesChoice,
    sends: ({ db, userId, query }) => mayReleaseSends(db, userId, query),
    run: async ({ app, db, userId, params, query }) =>
      deleteTemplate(db, userId, params.id!, { ...query, now: await app.clock.now() }),
  }),
})

export const loader = route.loader
export const action = route.action
