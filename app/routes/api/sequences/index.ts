import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { SequenceResponse } from '~/models/api/sequences'
import { NEW_SEQUENCE_DEFAULTS, NewSequence, SequencesQuery } from '~/models/sequences/sequence'
import { countSequences, createSequence, listSequences } from '~/models/sequences/sequence.server'

const route = api({
  GET: operation({
    summary: 'Sequences, newest first',
    response: z.array(SequenceResponse),
    query: SequencesQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listSequences(db, userId, query)), total: await countSequences(db, userId, query) }),
  }),
  POST: operation({
    summary: 'Creates a sequence as a draft',
    response: SequenceResponse,
    body: NewSequence,
    status: 201,
    fresh: () => NEW_SEQUENCE_DEFAULTS,
    run: ({ db, userId, body }) => createSequence(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
