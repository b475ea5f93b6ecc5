import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { ResumeResponse } from '~/models/api/sequences'
import { resumeContacts } from '~/models/sequences/members/person-acts.server'
import { isRunning } from '~/models/sequences/running.server'

const Contacts = z.object({
  contactIds: z
    .array(z.uuid('Invalid id'), 'Choose at least one contact')
    .min(1, 'Choose at least one contact')
    .max(1_000),
})

const route = api({
  POST: operation({
    summary: 'Resumes contacts that wait for you',
    response: ResumeResponse,
    body: Contacts,
    sends: ({ db, userId, params }) => isRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, body }) =>
      resumeContacts(db, userId, params.id!, body.contactIds, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
