import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { MovedResponse } from '~/models/api/contacts'
import { moveBetweenLists } from '~/models/personas/contacts.server'
import { feedsByFilter, feedsRunning } from '~/models/sequences/running.server'

const Move = z.object({
  contactIds: z
    .array(z.uuid('Invalid id'), 'Choose at least one contact')
    .min(1, 'Choose at least one contact')
    .max(10_000),
  sourcePersonaId: z.uuid('Please select an email list'),
})

const route = api({
  POST: operation({
    summary: 'Moves contacts into this email list; those already there are skipped',
    response: MovedResponse,
    body: Move,
    sends: async ({ db, userId, params }) =>
      (await feedsRunning(db, userId, params.id)) || (await feedsByFilter(db, userId)),
    run: async ({ app, db, userId, params, body }) =>
      moveBetweenLists(
        db,
        userId,
        { ...body, destinationPersonaId: params.id! },
        await app.clock.now(),
        app.secrets,
      ),
  }),
})

export const loader = route.loader
export const action = route.action
