import { api, operation } from '~/http/api.server'
import { EnabledResponse } from '~/models/api/leads'
import { LeadKeySwitch } from '~/models/leads/key'
import { setLeadKeyEnabled } from '~/models/leads/key.server'
import { hasActive } from '~/models/workflows/workflow.server'

const route = api({
  PATCH: operation({
    summary: "Enables or disables the lead database's API key",
    body: LeadKeySwitch,
    response: EnabledResponse,
    sends: async ({ db, userId, body }) => body.enabled !== false && (await hasActive(db, userId)),
    run: ({ db, userId, body }) => setLeadKeyEnabled(db, userId, body.enabled),
  }),
})

export const loader = route.loader
export const action = route.action
