import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { LinkedSequence } from '~/models/api/sequences'
import { linkPersona } from '~/models/sequences/run.server'
import { isRunning } from '~/models/sequences/running.server'

const route = api({
  POST: operation({
    summary: 'Links an email list',
    response: LinkedSequence,
    body: z.object({ personaId: z.uuid('Please select an email list') }),
    sends: ({ db, userId, params }) => isRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, body }) => ({
      message: 'Email list linked to sequence',
      sequence: await linkPersona(db, userId, params.id!, body.personaId, await app.clock.now(), app.secrets),
    }),
  }),
})

export const loader = route.loader
export const action = route.action
