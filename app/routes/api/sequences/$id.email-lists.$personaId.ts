import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { unlinkPersona } from '~/models/sequences/run.server'

const route = api({
  DELETE: operation({
    summary: 'Unlinks an email list; its contacts stay enrolled',
    answer: Done,
    run: ({ db, userId, params }) => unlinkPersona(db, userId, params.id!, params.personaId!),
  }),
})

export const loader = route.loader
export const action = route.action
