import { api, operation } from '~/http/api.server'
import { Started } from '~/models/api/shared'
import { startLeadImportOfAll } from '~/models/leads/import.server'
import { AddAllLeads } from '~/models/leads/search'

const route = api({
  POST: operation({
    summary:
      'Adds everybody of a lead search to an email list; each address that is not known yet costs a credit',
    body: AddAllLeads,
    answer: Started,
    status: 202,
    run: ({ app, db, userId, body }) => startLeadImportOfAll(db, userId, body, app),
  }),
})

export const loader = route.loader
export const action = route.action
