import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { SequenceAnswer } from '~/models/api/sequences'
import { NEW_SEQUENCE_DEFAULTS, NewSequence } from '~/models/sequences/sequence'
import { countSequences, createSequence, listSequences } from '~/models/sequences/sequence.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Sequences, newest first',
    answer: z.array(SequenceAnswer),
    query: PageQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listSequences(db, userId, query)), total: await countSequences(db, userId) }),
  }),
  POST: operation({
    summary: 'Creates a sequence as a draft',
    answer: SequenceAnswer,
    body: NewSequence,
    status: 201,
    fresh: () => NEW_SEQUENCE_DEFAULTS,
    run: ({ db, userId, body }) => createSequence(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
