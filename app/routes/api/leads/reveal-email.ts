import { api, operation } from '~/http/api.server'
import { RevealResponse } from '~/models/api/leads'
import { RevealEmail } from '~/models/leads/search'
import { revealCost, revealLead } from '~/models/leads/search.server'

const route = api({
  POST: operation({
    external: true,
    summary: "Reveals a lead's address; costs one credit",
    body: RevealEmail,
    response: RevealResponse,
    estimate: async ({ db, userId, body }) => ({
      leads: 1,
      credits: await revealCost(db, userId, body.personId),
    }),
    run: async ({ app, db, userId, body, request }) => {
      const lead = await revealLead(db, userId, body.personId, { ...app, signal: request.signal })
      return lead ? { email: lead.email } : { message: 'No email available' }
    },
  }),
})

export const loader = route.loader
export const action = route.action
