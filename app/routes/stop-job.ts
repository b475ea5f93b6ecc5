import { z } from 'zod'
import { staying } from '~/components/forms/staying'
import { stayingAction } from '~/http/button.server'
import { safePath } from '~/http/safe-path.server'
import { cancelJob } from '~/models/jobs/job.server'
import { paths } from '~/paths'

const StopForm = z.object({
  /** The page to return to without scripts. */
  redirectTo: z.string().max(2000).optional(),
})

const failure = 'Failed to stop'

/** Stops a job; what was done stays. */
export const action = stayingAction(
  StopForm,
  { failure, back: (_, { redirectTo }) => safePath(redirectTo, paths.home()) },
  async (_, { db, userId, params }) => {
    await cancelJob(db, userId, params.jobId!)
    return 'Stopped'
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = staying(failure)
