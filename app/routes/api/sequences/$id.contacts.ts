import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { EnrolledListResponse, EnrollResponse } from '~/models/api/sequences'
import { EnrolledQuery } from '~/models/sequences/members/enrolled'
import { listEnrolled } from '~/models/sequences/members/enrolled.server'
import { enrollByIds } from '~/models/sequences/run.server'
import { isRunning } from '~/models/sequences/running.server'

const Contacts = z.object({
  contactIds: z
    .array(z.uuid('Invalid id'), 'Choose at least one contact')
    .min(1, 'Choose at least one contact')
    .max(50_000),
})

const route = api({
  GET: operation({
    summary: 'The contacts in a sequence, newest first',
    response: EnrolledListResponse,
    query: EnrolledQuery,
    run: async ({ db, userId, params, query }) => {
      const { rows, cursor } = await listEnrolled(db, userId, params.id!, query)
      return { contacts: rows, nextCursor: cursor, hasMore: cursor !== null }
    },
  }),
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
