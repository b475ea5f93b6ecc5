import { redirect } from '@remix-run/node'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepInboxQuery } from '~/components/inbox/view'
import { invalid } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { correctMessage } from '~/models/inbound/correct.server'
import { decideOptOut } from '~/models/inbound/decide.server'
import { MessageForm } from '~/models/inbox/message-form'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Says what a received message is, or whether it asked for no more email. */
export const action = buttonAction(
  MessageForm,
  {
    failure: (_, reason) => reason,
    back: ({ params }, { listQuery = '' }) => paths.conversation(params.id!, keepInboxQuery(listQuery)),
  },
  async ({ kind, decision, listQuery = '' }, { app, db, userId, params }) => {
    const place = { conversationId: params.id!, messageId: params.messageId! }
    const now = await app.clock.now()
    const { effect } = kind
      ? await correctMessage(db, userId, place, kind, now, app.secrets)
      : decision
        ? await decideOptOut(db, userId, place, decision, now, app.secrets)
        : invalid('Choose what to change')
    return redirectWithToast(app, paths.conversation(params.id!, keepInboxQuery(listQuery)), {
      kind: 'success',
      title: kind ? 'Message changed' : 'Decided',
      text: effect,
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to change the message')
