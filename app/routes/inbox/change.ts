import { redirect } from '@remix-run/node'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepInboxQuery } from '~/components/inbox/view'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { changeConversation } from '~/models/inbox/change.server'
import { ChangeForm } from '~/models/inbox/change-form'
import { paths } from '~/paths'
import { changeOf } from './changes.server'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Changes one conversation. What is done, snoozed or unread again is left; the list comes next. */
export const action = buttonAction(
  ChangeForm,
  {
    failure: (_, reason) => reason,
    back: ({ params }, { listQuery = '' }) => paths.conversation(params.id!, keepInboxQuery(listQuery)),
  },
  async (input, call) => {
    const { app, db, userId, params } = call
    const { change, done, now } = await changeOf(input, call)
    await changeConversation(db, userId, params.id!, change, now)
    const leaves = change.state === 'done' || change.snoozedUntil || change.unread
    const listQuery = keepInboxQuery(input.listQuery ?? '')
    return redirectWithToast(
      app,
      leaves ? paths.inbox(listQuery) : paths.conversation(params.id!, listQuery),
      {
        kind: 'success',
        title: `Conversation ${done}`,
      },
    )
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to change the conversation')
