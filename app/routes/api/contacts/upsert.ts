import { api, operation } from '~/http/api.server'
import { UpsertResponse } from '~/models/api/contacts'
import { Upsert } from '~/models/imports/upsert'
import { upsertContacts } from '~/models/imports/upsert.server'
import { feedsRunning, runsAny } from '~/models/sequences/running.server'

const route = api({
  POST: operation({
    cost: 'import',
    summary: 'Creates or changes up to 1,000 contacts by their addresses, with a result for each',
    response: UpsertResponse,
    body: Upsert,
    sends: async ({ db, userId, body }) =>
      (await feedsRunning(db, userId, body.personaId)) || (await runsAny(db, userId)),
    run: async ({ app, db, userId, body }) => ({
      results: await upsertContacts(db, userId, body, await app.clock.now(), app.secrets),
    }),
  }),
})

export const loader = route.loader
export const action = route.action
