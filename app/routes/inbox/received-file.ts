import { isAppError } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { fetchReceivedFile } from '~/models/inbox/answer/files.server'
import { paths } from '~/paths'
import { download } from './download.server'

/** A file of a received message, from its mailbox. If the server fails, the conversation says why. */
export const loader = page(async ({ app, userId, params, request }) => {
  const { id, messageId, part } = params
  try {
    return download(await fetchReceivedFile(app, userId, id!, messageId!, part!, request.signal))
  } catch (error) {
    if (!isAppError(error) || error.code === 'NOT_FOUND') throw error
    return redirectWithToast(app, paths.conversation(id!), {
      kind: 'error',
      title: 'The file could not be fetched',
      text: error.message,
    })
  }
})
