import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { unlinkPersona } from '~/models/sequences/run.server'
import { mayReleaseSends } from '~/models/sequences/running.server'
import { MembersChoice } from '~/models/shared/uses/choice'

const route = api({
  DELETE: operation({
    summary: 'Unlinks an email list; its contacts stay enrolled unless `contacts` says otherwise',
    response: Done,
    query: MembersChoice,
    sends: ({ db, userId, query }) => mayReleaseSends(db, userId, query),
    run: async ({ app, db, userId, params, query }) =>
      unlinkPersona(db, userId, params.id!, params.personaId!, { ...query, now: await app.clock.now() }),
  }),
})

export const loader = route.loader
export const action = route.action
