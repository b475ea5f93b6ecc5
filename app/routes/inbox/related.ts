import { redirect } from '@remix-run/node'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepInboxQuery } from '~/components/inbox/view'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { attachRelated, dismissRelated } from '~/models/inbound/attach.server'
import { RelatedForm } from '~/models/inbox/message-form'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Adds a possibly related message to the conversation, or dismisses it. */
export const action = buttonAction(
  RelatedForm,
  {
    failure: (_, reason) => reason,
    back: ({ params }, { listQuery = '' }) => paths.conversation(params.id!, keepInboxQuery(listQuery)),
  },
  async ({ act, listQuery = '' }, { app, db, userId, params }) => {
    const place = { conversationId: params.id!, relatedId: params.relatedId! }
    if (act === 'attach') await attachRelated(db, userId, place, await app.clock.now(), app.secrets)
    else await dismissRelated(db, userId, place)
    return redirectWithToast(app, paths.conversation(params.id!, keepInboxQuery(listQuery)), {
      kind: 'success',
      title: act === 'attach' ? 'Message added to the conversation' : 'Message dismissed',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to change the message')
