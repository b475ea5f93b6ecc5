import { api, operation } from '~/http/api.server'
import { ForecastResponse } from '~/models/api/sequences'
import { forecastSequence } from '~/models/planning/forecast.server'

const route = api({
  GET: operation({
    cost: 'forecast',
    summary: 'How many emails a sequence will send on each of the next 60 days if no contact reacts',
    response: ForecastResponse,
    run: async ({ app, db, userId, params }) =>
      forecastSequence(db, userId, params.id!, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
