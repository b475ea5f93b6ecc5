import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { sendNow } from '~/models/inbox/answer/answer.server'
import { undoAnswer } from '~/models/inbox/answer/undo.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Undoes an answer that has not been sent, or sends it at once. */
export const action = buttonAction(
  z.object({ intent: z.enum(['undo', 'now']).default('undo') }),
  { failure: (_, reason) => reason, back: ({ params }) => paths.conversation(params.id!) },
  async ({ intent }, { app, db, userId, params }) => {
    const [id, sendId] = [params.id!, params.sendId!]
    if (intent === 'now') {
      await sendNow(db, userId, id, sendId, await app.clock.now())
      return redirectWithToast(app, paths.conversation(id), { kind: 'success', title: 'Sending now' })
    }
    await undoAnswer(db, userId, id, sendId)
    return redirectWithToast(app, `${paths.conversation(id)}#answer`, {
      kind: 'success',
      title: 'Not sent',
      text: 'The text is in the answer field.',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to take back the email')
