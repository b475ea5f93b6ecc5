import { api, operation } from '~/http/api.server'
import { LeadKeyResponse } from '~/models/api/leads'
import { LeadKey } from '~/models/leads/key'
import { saveLeadKey } from '~/models/leads/key.server'
import { hasActive } from '~/models/workflows/workflow.server'

const route = api({
  PUT: operation({
    summary: "Saves the lead database's API key",
    body: LeadKey,
    response: LeadKeyResponse,
    sends: ({ db, userId }) => hasActive(db, userId),
    run: ({ app, db, userId, body }) => saveLeadKey(db, userId, body.apiKey, app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
