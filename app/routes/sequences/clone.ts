import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { cloneSequence } from '~/models/sequences/clone.server'
import { paths } from '~/paths'

export const loader = () => redirect(paths.sequences())

/** Copies a sequence. */
export const action = buttonAction(
  z.object({}),
  { failure: 'Failed to clone sequence', back: () => paths.sequences() },
  async (_, { app, db, userId, params }) => {
    const { name } = await cloneSequence(db, userId, params.id!)
    const toast = {
      kind: 'success',
      title: 'Sequence cloned successfully',
      text: `Sequence cloned as "${name}"`,
    } as const
    return redirectWithToast(app, paths.sequences(), toast)
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to clone sequence')
