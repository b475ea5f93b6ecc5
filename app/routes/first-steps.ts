import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { staying } from '~/components/forms/staying'
import { stayingAction } from '~/http/button.server'
import { safePath } from '~/http/safe-path.server'
import { endFirstSteps } from '~/models/onboarding/first-steps.server'
import { paths } from '~/paths'

const DismissForm = z.object({
  /** The page to come back to, without scripts. */
  redirectTo: z.string().max(2000).optional(),
})

const failure = 'The checklist could not be dismissed'

export const loader = () => redirect(paths.home())

/** Dismisses the checklist of the first steps permanently. */
export const action = stayingAction(
  DismissForm,
  { failure, back: (_, { redirectTo }) => safePath(redirectTo, paths.home()) },
  async (_, { db, userId }) => {
    await endFirstSteps(db, userId)
    return 'Checklist dismissed'
  },
)

/** With scripts: what fails on the way says so, and the checklist shows again. */
export const clientAction = staying(failure)
