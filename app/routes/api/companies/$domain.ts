import { api, operation } from '~/http/api.server'
import { CompanyResponse } from '~/models/api/contacts'
import { getCompany } from '~/models/contacts/companies/companies.server'

const route = api({
  GET: operation({
    summary: 'One company',
    response: CompanyResponse,
    run: ({ db, userId, params }) => getCompany(db, userId, params.domain!),
  }),
})

export const loader = route.loader
export const action = route.action
