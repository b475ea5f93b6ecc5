import { api, operation } from '~/http/api.server'
import { LeadsResponse } from '~/models/api/leads'
import { PersonaLeadSearch } from '~/models/leads/search'
import { searchForPersona } from '~/models/leads/search.server'

const route = api({
  POST: operation({
    cost: 'search',
    external: true,
    summary: "A page of leads that match the email list's attributes; costs no credits",
    body: PersonaLeadSearch,
    response: LeadsResponse,
    run: ({ app, db, userId, params, body, request }) =>
      searchForPersona(db, userId, params.id!, body, { ...app, signal: request.signal }),
  }),
})

export const loader = route.loader
export const action = route.action
