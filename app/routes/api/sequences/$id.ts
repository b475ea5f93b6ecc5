import { api, operation } from '~/http/api.server'
import { SequenceAnswer } from '~/models/api/sequences'
import { Done } from '~/models/api/shared'
import { changeSequence } from '~/models/sequences/run.server'
import { SequenceChange } from '~/models/sequences/sequence'
import { deleteSequence, getSequence } from '~/models/sequences/sequence.server'

const route = api({
  GET: operation({
    summary: 'One sequence',
    answer: SequenceAnswer,
    run: ({ db, userId, params }) => getSequence(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a sequence; `status` activates or pauses it',
    answer: SequenceAnswer,
    body: SequenceChange,
    current: ({ db, userId, params }) => getSequence(db, userId, params.id!),
    run: async ({ app, db, userId, params, body }) =>
      changeSequence(db, userId, params.id!, body, await app.clock.now(), app.secrets),
  }),
  DELETE: operation({
    summary: 'Deletes a sequence',
    answer: Done,
    run: ({ db, userId, params }) => deleteSequence(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
