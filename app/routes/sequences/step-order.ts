import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { failing } from '~/components/failing'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { reorderSteps } from '~/models/step.server'
import { paths } from '~/paths'

export const loader = page(async ({ params }) => {
  throw redirect(paths.sequence(params.id!))
})

/** Puts the steps into the order that dragging gave them. */
export const action = buttonAction(
  z.object({ ids: z.array(z.uuid('Invalid id')).max(1000, 'Too many steps') }),
  { failure: 'Failed to update step', back: ({ params }) => paths.sequence(params.id!) },
  async ({ ids }, { app, db, userId, params }) => {
    const id = params.id!
    await reorderSteps(db, userId, id, ids)
    return redirectWithToast(app, paths.sequence(id), { kind: 'success', title: 'Step updated successfully' })
  },
)

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing('Failed to update step')
