import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { LinkedPersona } from '~/models/api/contacts'
import { listLinkedPersonas } from '~/models/sequences/run.server'

const route = api({
  GET: operation({
    summary: 'Email lists whose contacts a sequence enrolls automatically',
    answer: z.array(LinkedPersona),
    run: ({ db, userId, params }) => listLinkedPersonas(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
