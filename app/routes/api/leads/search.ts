import { api, operation } from '~/http/api.server'
import { SuggestionsResponse } from '~/models/api/leads'
import { LeadSuggest } from '~/models/leads/search'
import { suggestLeads } from '~/models/leads/search.server'

const route = api({
  POST: operation({
    cost: 'search',
    external: true,
    summary: 'Suggestions for a filter of the lead search',
    body: LeadSuggest,
    response: SuggestionsResponse,
    run: ({ app, db, userId, body, request }) =>
      suggestLeads(db, userId, body, { ...app, signal: request.signal }),
  }),
})

export const loader = route.loader
export const action = route.action
