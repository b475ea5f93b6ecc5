import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { buttonAction } from '~/http/button.server'
import { startUndo } from '~/models/contacts/bulk/bulk.server'
import { paths } from '~/paths'

const FAILED = 'Failed to undo the change'

export const loader = () => redirect(paths.contactChanges())

/** Starts a job that takes a change back. */
export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: () => paths.contactChanges() },
  async (_, { db, userId, params }) => {
    const { jobId } = await startUndo(db, userId, params.jobId!)
    return redirect(paths.contactChange(jobId))
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)
