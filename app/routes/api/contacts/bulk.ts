import { api, operation } from '~/http/api.server'
import { BulkResponse } from '~/models/api/contacts'
import { NewBulk } from '~/models/contacts/bulk/bulk'
import { startBulk } from '~/models/contacts/bulk/bulk.server'
import { feedsByFilter, feedsRunning, isRunning, runsAny } from '~/models/sequences/running.server'

const route = api({
  POST: operation({
    cost: 'search',
    summary: 'Changes or exports many contacts',
    response: BulkResponse,
    body: NewBulk,
    status: 202,
    deletes: ({ action }) => action === 'delete',
    sends: async ({ db, userId, body: { action, personaId, sequenceId } }) => {
      if (action !== 'export' && (await feedsByFilter(db, userId))) return true
      if (action === 'enroll') return isRunning(db, userId, sequenceId)
      if (action === 'addToList') return feedsRunning(db, userId, personaId)
      return action === 'setField' && runsAny(db, userId)
    },
    run: async ({ app, db, userId, user, body }) =>
      startBulk(db, userId, body, { now: await app.clock.now(), timezone: user.timezone }),
  }),
})

export const loader = route.loader
export const action = route.action
