import { api, operation } from '~/http/api.server'
import { AnalyticsResponse } from '~/models/api/sequences'
import { getAnalytics } from '~/models/reports/report.server'

const route = api({
  GET: operation({
    summary: 'The report of a sequence',
    response: AnalyticsResponse,
    run: ({ db, userId, params }) => getAnalytics(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
