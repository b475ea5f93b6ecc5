import { api, operation } from '~/http/api.server'
import { LeadsStarted } from '~/models/api/leads'
import { estimateAllLeads, startLeadImportOfAll } from '~/models/leads/import.server'
import { AddAllLeads } from '~/models/leads/search'
import { feedsRunning } from '~/models/sequences/running.server'

const route = api({
  POST: operation({
    summary: 'Adds all leads of a search to an email list; each newly revealed address costs one credit',
    body: AddAllLeads,
    response: LeadsStarted,
    status: 202,
    sends: ({ db, userId, body }) => feedsRunning(db, userId, body.personaId),
    estimate: ({ app, db, userId, body, request }) =>
      estimateAllLeads(db, userId, body, { ...app, signal: request.signal }),
    run: ({ app, db, userId, body }) => startLeadImportOfAll(db, userId, body, app),
  }),
})

export const loader = route.loader
export const action = route.action
