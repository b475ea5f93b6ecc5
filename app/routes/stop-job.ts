import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { inPlaceClientAction } from '~/components/forms/in-place-client-action'
import { inPlaceAction } from '~/http/button.server'
import { page } from '~/http/page.server'
import { safePath } from '~/http/safe-path.server'
import { cancelJob, getJob } from '~/models/jobs/job.server'
import { paths } from '~/paths'

const StopForm = z.object({
  /** The page to return to without scripts. */
  redirectTo: z.string().max(2000).optional(),
})

const failure = 'Failed to stop'

/** The address has no page of its own. */
export const loader = page(async ({ db, userId, params }) => {
  await getJob(db, userId, params.jobId!)
  return redirect(paths.home())
})

/** Stops a job; what was done stays. */
export const action = inPlaceAction(
  StopForm,
  { failure, back: (_, { redirectTo }) => safePath(redirectTo, paths.home()) },
  async (_, { db, userId, params }) => {
    const { status } = await cancelJob(db, userId, params.jobId!)
    return status === 'cancelled' ? 'Stopped' : 'It had ended already'
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = inPlaceClientAction(failure)
