import { z } from 'zod'
import { invalid } from '~/errors'
import { sandboxCall } from '~/http/sandbox.server'
import { fastForward } from '~/jobs/sandbox/fast-forward.server'
import { moment, optionalWholeNumber } from '~/models/shared/fields'

const Advance = z.object({
  /** At most ten years. */
  advanceMinutes: optionalWholeNumber(1, 5_256_000, 'advanceMinutes must be a whole number of at least 1'),
  advanceTo: z.union([moment, z.literal('').transform(() => undefined)]).optional(),
})

export const loader = sandboxCall(
  z.object({}),
  async ({ sandbox }) => ({ now: (await sandbox.clock.now()).toISOString() }),
  'GET',
)

export const action = sandboxCall(Advance, async ({ app, sandbox, body }) => {
  const { advanceMinutes, advanceTo } = body
  if (!advanceMinutes === !advanceTo) invalid('Give advanceMinutes or advanceTo')
  const target = advanceTo ?? new Date((await sandbox.clock.now()).getTime() + advanceMinutes! * 60_000)
  return { now: (await fastForward(app, target)).toISOString() }
})
