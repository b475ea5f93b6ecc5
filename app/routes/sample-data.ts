import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { inPlaceClientAction } from '~/components/forms/in-place-client-action'
import { inPlaceAction } from '~/http/button.server'
import { safePath } from '~/http/safe-path.server'
import { requireSandbox } from '~/http/sandbox.server'
import { startSampleData } from '~/models/onboarding/sample-data.server'
import { paths } from '~/paths'

const LoadForm = z.object({
  load: z.literal('yes', 'Press “Load sample data”'),
  /** The page to return to without scripts. */
  redirectTo: z.string().max(2000).optional(),
})

const failure = 'Failed to load sample data'

export const loader = () => redirect(paths.home())

/** Starts a job that fills an empty sandbox account with sample data. */
export const action = inPlaceAction(
  LoadForm,
  { failure, back: (_, { redirectTo }) => safePath(redirectTo, paths.home()) },
  async (_, { app, db, userId, args }) => {
    requireSandbox(args.context)
    await startSampleData(db, userId, await app.clock.now())
    return 'Loading sample data'
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = inPlaceClientAction(failure)
