import { api, operation } from '~/http/api.server'
import { SequenceResponse } from '~/models/api/sequences'
import { Done } from '~/models/api/shared'
import { changeSequence } from '~/models/sequences/run.server'
import { holdsUpRunning, isRunning } from '~/models/sequences/running.server'
import { SequenceChange } from '~/models/sequences/sequence'
import { deleteSequence, getSequence } from '~/models/sequences/sequence.server'
import { KeepInProgress } from '~/models/sequences/versions/review'
import { applyApiChange } from '~/models/sequences/versions/staying.server'
import { Confirmed } from '~/models/shared/uses/choice'

const route = api({
  GET: operation({
    summary: 'One sequence',
    response: SequenceResponse,
    run: ({ db, userId, params }) => getSequence(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a sequence; `status` activates or pauses it',
    response: SequenceResponse,
    query: KeepInProgress,
    body: SequenceChange,
    current: ({ db, userId, params }) => getSequence(db, userId, params.id!),
    sends: ({ db, userId, params, body }) => body.status === 'running' || isRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, query, body }) => {
      const now = await app.clock.now()
      return applyApiChange(query, db, userId, params.id!, (tx) =>
        changeSequence(tx, userId, params.id!, body, now, app.secrets),
      )
    },
  }),
  DELETE: operation({
    summary: 'Deletes a sequence',
    response: Done,
    sends: ({ db, userId, params }) => holdsUpRunning(db, userId, params.id),
    query: Confirmed,
    run: ({ db, userId, params, query }) => deleteSequence(db, userId, params.id!, query),
  }),
})

export const loader = route.loader
export const action = route.action
