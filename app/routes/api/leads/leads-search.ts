import { api, operation } from '~/http/api.server'
import { LeadsResponse } from '~/models/api/leads'
import { LeadSearch } from '~/models/leads/search'
import { searchLeads } from '~/models/leads/search.server'

const route = api({
  POST: operation({
    cost: 'search',
    external: true,
    summary: 'A page of leads; costs no credits',
    body: LeadSearch,
    response: LeadsResponse,
    run: ({ app, db, userId, body, request }) =>
      searchLeads(db, userId, body, { ...app, signal: request.signal }),
  }),
})

export const loader = route.loader
export const action = route.action
