import { redirect } from '@remix-run/node'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepInboxQuery } from '~/components/inbox/view'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { changeConversations } from '~/models/inbox/change.server'
import { ChangeAllForm } from '~/models/inbox/change-form'
import { paths } from '~/paths'
import { changeOf } from './changes.server'

export const loader = () => redirect(paths.inbox())

const backTo = ({ listQuery = '', open }: { listQuery?: string; open?: string }) =>
  open ? paths.conversation(open, keepInboxQuery(listQuery)) : paths.inbox(keepInboxQuery(listQuery))

/** Changes the ticked conversations, all or none. */
export const action = buttonAction(
  ChangeAllForm,
  { failure: (_, reason) => reason, back: (_, input) => backTo(input) },
  async (input, call) => {
    const { app, db, userId } = call
    const { change, done, now } = await changeOf(input, call)
    const count = await changeConversations(db, userId, { ...change, ids: input.ids }, now)
    // The open conversation would be marked as read again at once.
    const open = change.unread && input.ids.includes(input.open ?? '') ? undefined : input.open
    return redirectWithToast(app, backTo({ ...input, open }), {
      kind: 'success',
      title: count === 1 ? `Conversation ${done}` : `${count} conversations ${done}`,
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to change the conversations')
