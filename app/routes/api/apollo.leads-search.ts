import { api, operation } from '~/http/api.server'
import { LeadsAnswer } from '~/models/answers/leads'
import { LeadSearch } from '~/models/lead-search'
import { searchLeads } from '~/models/lead-search.server'

const route = api({
  POST: operation({
    summary: 'A page of leads; costs no credits',
    body: LeadSearch,
    answer: LeadsAnswer,
    run: ({ app, db, userId, body, request }) =>
      searchLeads(db, userId, body, { ...app, signal: request.signal }),
  }),
})

export const loader = route.loader
export const action = route.action
