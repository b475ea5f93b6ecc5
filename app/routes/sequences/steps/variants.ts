import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { notFound } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { ChosenVariants, chooseVariants } from '~/models/sequences/variants/choose.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.sequenceReport(params.id!))

/** Chooses which variants of a step are active. The URL names them, so that the toast can undo it. */
export const action = buttonAction(
  z.object({}),
  { failure: 'Failed to update step', back: ({ params }) => paths.sequenceReport(params.id!) },
  async (_, { app, db, userId, params, url }) => {
    const { id: sequenceId, stepId } = params as { id: string; stepId: string }
    const chosen = ChosenVariants.safeParse(url.searchParams.getAll('active'))
    if (!chosen.success) notFound('Variant not found')
    const templateIds = chosen.data
    const now = await app.clock.now()
    const { letters, before } = await chooseVariants(db, userId, { sequenceId, stepId, templateIds }, now)
    return redirectWithToast(app, paths.sequenceReport(sequenceId), {
      kind: 'success',
      title:
        letters.length === 1
          ? `Variant ${letters[0]} is used for everyone`
          : `Variants ${letters.join(', ')} are used`,
      text: 'Emails that have not started are planned again.',
      undo: before.length > 0 ? paths.chooseVariants(sequenceId, stepId, before) : undefined,
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update step')
