import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { inPlaceClientAction } from '~/components/forms/in-place-client-action'
import { inPlaceAction } from '~/http/button.server'
import { safePath } from '~/http/safe-path.server'
import { endFirstSteps } from '~/models/onboarding/first-steps.server'
import { paths } from '~/paths'

const DismissForm = z.object({
  /** The page to return to without scripts. */
  redirectTo: z.string().max(2000).optional(),
})

const failure = 'The checklist could not be dismissed'

export const loader = () => redirect(paths.home())

/** Permanently dismisses the checklist of first steps. */
export const action = inPlaceAction(
  DismissForm,
  { failure, back: (_, { redirectTo }) => safePath(redirectTo, paths.home()) },
  async (_, { db, userId }) => {
    await endFirstSteps(db, userId)
    return 'Checklist dismissed'
  },
)

/** With scripts, a failed request shows a toast and the checklist again. */
export const clientAction = inPlaceClientAction(failure)
