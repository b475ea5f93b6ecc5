import { api, operation } from '~/http/api.server'
import { LeadsAnswer } from '~/models/api/leads'
import { LeadSearch } from '~/models/leads/search'
import { searchLeads } from '~/models/leads/search.server'

const route = api({
  POST: operation({
    external: true,
    summary: 'A page of leads; costs no credits',
    body: LeadSearch,
    answer: LeadsAnswer,
    run: ({ app, db, userId, body, request }) =>
      searchLeads(db, userId, body, { ...app, signal: request.signal }),
  }),
})

export const loader = route.loader
export const action = route.action
