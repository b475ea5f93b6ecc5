import { isAppError } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { fetchReceivedFile } from '~/models/inbox/answer/files.server'
import { paths } from '~/paths'
import { download } from './download.server'

/** How long the mailbox's server may take for a file. */
const MOST_MS = 60_000

/** A file of a received message, from its mailbox. If the server fails, the conversation says why. */
export const loader = page(async ({ app, userId, params, request }) => {
  const { id, messageId, part } = params
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(MOST_MS)])
  try {
    return download(await fetchReceivedFile(app, userId, id!, messageId!, part!, signal))
  } catch (error) {
    const isRefusal = isAppError(error) && error.code !== 'NOT_FOUND'
    if (!isRefusal && !signal.aborted) throw error
    return redirectWithToast(app, paths.conversation(id!), {
      kind: 'error',
      title: 'The file could not be fetched',
      text: isRefusal ? error.message : 'The mail server did not answer in time. Try again in a moment.',
    })
  }
})
