import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { CompanyResponse } from '~/models/api/contacts'
import { listCompanies } from '~/models/contacts/companies/companies.server'
import { CompaniesQuery } from '~/models/contacts/companies/company'

const route = api({
  GET: operation({
    cost: 'search',
    summary: 'Your contacts by company, in the order of their domains',
    response: z.array(CompanyResponse),
    query: CompaniesQuery,
    run: async ({ db, userId, query }) => paged(await listCompanies(db, userId, query)),
  }),
})

export const loader = route.loader
export const action = route.action
