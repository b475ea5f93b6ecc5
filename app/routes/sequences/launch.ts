import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { launchSequence } from '~/models/sequences/run.server'
import { paths } from '~/paths'

const FAILED = 'Failed to launch sequence'

export const loader = page(async ({ params }) => {
  throw redirect(paths.sequence(params.id!))
})

/** Activates a sequence if needed and enrolls every linked list. */
export const action = buttonAction(
  z.object({}),
  { failure: (_, reason) => reason || FAILED, back: ({ params }) => paths.sequence(params.id!) },
  async (_, { app, db, userId, params }) => {
    const id = params.id!
    await launchSequence(db, userId, id, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.sequence(id), {
      kind: 'success',
      title: 'Sequence launched successfully! Contacts are being enrolled and emails scheduled.',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)
