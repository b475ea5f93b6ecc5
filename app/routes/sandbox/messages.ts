import { z } from 'zod'
import { sandboxCall } from '~/http/sandbox.server'

const Query = z.object({ to: z.string().max(320).optional(), subject: z.string().max(500).optional() })

export const loader = sandboxCall(
  Query,
  ({ sandbox, body }) =>
    sandbox.google.people.list({
      ...(body.to ? { to: body.to } : {}),
      ...(body.subject ? { subject: body.subject } : {}),
    }),
  'GET',
)
export const action = loader
