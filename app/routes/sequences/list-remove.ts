import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { failing } from '~/components/forms/failing'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { unlinkPersona } from '~/models/sequences/run.server'
import { paths } from '~/paths'

export const loader = page(async ({ params }) => {
  throw redirect(paths.sequence(params.id!))
})

/** Unlinks an email list; contacts enrolled through it stay enrolled. */
export const action = buttonAction(
  z.object({}),
  {
    failure: (_, reason) => reason || 'Failed to remove email list',
    back: ({ params }) => paths.sequence(params.id!),
  },
  async (_, { app, db, userId, params }) => {
    const { id, personaId } = params as { id: string; personaId: string }
    await unlinkPersona(db, userId, id, personaId)
    return redirectWithToast(app, paths.sequence(id), {
      kind: 'success',
      title: 'Email list removed from sequence',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = failing('Failed to remove email list')
