import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { EnrollResponse } from '~/models/api/sequences'
import { enrollByIds } from '~/models/sequences/run.server'
import { isRunning } from '~/models/sequences/running.server'

const Contacts = z.object({
  contactIds: z
    .array(z.uuid('Invalid id'), 'Choose at least one contact')
    .min(1, 'Choose at least one contact')
    .max(50_000),
})

const route = api({
  POST: operation({
    summary: 'Enrolls contacts; more than 1,000 run as a job',
    response: EnrollResponse,
    body: Contacts,
    sends: ({ db, userId, params }) => isRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, body }) =>
      enrollByIds(db, userId, params.id!, body.contactIds, await app.clock.now(), app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
