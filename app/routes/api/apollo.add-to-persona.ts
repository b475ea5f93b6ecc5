import { api, operation } from '~/http/api.server'
import { Started } from '~/models/answers/shared'
import { startLeadImport } from '~/models/lead-import.server'
import { AddLeads } from '~/models/lead-search'

const route = api({
  POST: operation({
    summary: 'Adds leads to an email list; each address that is not known yet costs a credit',
    body: AddLeads,
    answer: Started,
    status: 202,
    run: ({ app, db, userId, body }) => startLeadImport(db, userId, body, app),
  }),
})

export const loader = route.loader
export const action = route.action
