import { api, operation } from '~/http/api.server'
import { LeadsStarted } from '~/models/api/leads'
import { estimateLeads, startLeadImport } from '~/models/leads/import.server'
import { AddLeads } from '~/models/leads/search'
import { feedsRunning } from '~/models/sequences/running.server'

const route = api({
  POST: operation({
    summary: 'Adds leads to an email list; each newly revealed address costs one credit',
    body: AddLeads,
    response: LeadsStarted,
    status: 202,
    sends: ({ db, userId, body }) => feedsRunning(db, userId, body.personaId),
    estimate: ({ db, userId, body }) => estimateLeads(db, userId, body),
    run: ({ app, db, userId, body }) => startLeadImport(db, userId, body, app),
  }),
})

export const loader = route.loader
export const action = route.action
