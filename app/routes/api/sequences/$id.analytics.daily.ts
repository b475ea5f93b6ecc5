import { api, operation } from '~/http/api.server'
import { DailyResponse } from '~/models/api/sequences'
import { DaysQuery, listDaysOf } from '~/models/reports/report-days.server'

const route = api({
  GET: operation({
    summary: 'The report of a sequence by day',
    response: DailyResponse,
    query: DaysQuery,
    run: async ({ app, db, userId, params, query }) => {
      const days = await listDaysOf(db, userId, params.id!, query, await app.clock.now())
      return { days: days.map(({ day, ...counts }) => ({ date: day, ...counts })) }
    },
  }),
})

export const loader = route.loader
export const action = route.action
