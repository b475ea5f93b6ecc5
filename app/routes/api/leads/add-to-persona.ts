import { api, operation } from '~/http/api.server'
import { Started } from '~/models/api/shared'
import { startLeadImport } from '~/models/leads/import.server'
import { AddLeads } from '~/models/leads/search'

const route = api({
  POST: operation({
    summary: 'Adds leads to an email list; each newly revealed address costs one credit',
    body: AddLeads,
    answer: Started,
    status: 202,
    run: ({ app, db, userId, body }) => startLeadImport(db, userId, body, app),
  }),
})

export const loader = route.loader
export const action = route.action
