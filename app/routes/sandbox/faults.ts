import { z } from 'zod'
import { FAULT_KINDS, FAULT_SERVICES } from '#drizzle/schema/sandbox'
import { sandboxCall } from '~/http/sandbox.server'
import { wholeNumber } from '~/models/shared/fields'

const Fault = z.object({
  service: z.enum(FAULT_SERVICES, 'Unknown service'),
  kind: z.enum(FAULT_KINDS, 'Unknown kind of fault'),
  times: wholeNumber(1, 10_000, 'times must be a whole number of at least 1'),
})

export const action = sandboxCall(Fault, ({ sandbox, body }) => sandbox.google.faults.add(body))
export const loader = action
