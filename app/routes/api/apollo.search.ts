import { api, operation } from '~/http/api.server'
import { SuggestionsAnswer } from '~/models/answers/leads'
import { LeadSuggest } from '~/models/lead-search'
import { suggestLeads } from '~/models/lead-search.server'

const route = api({
  POST: operation({
    summary: 'Suggestions for a filter of the lead search',
    body: LeadSuggest,
    answer: SuggestionsAnswer,
    run: ({ app, db, userId, body, request }) =>
      suggestLeads(db, userId, body, { ...app, signal: request.signal }),
  }),
})

export const loader = route.loader
export const action = route.action
