import { keepInboxQuery } from '~/components/inbox/view'
import { invalid } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import type { PageCall } from '~/http/page.server'
import { proposeDraft } from '~/models/inbox/answer/ai-answer.server'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import type { AnswerForm } from '~/models/inbox/answer/answer-form'
import { type Draft, saveDraft } from '~/models/inbox/answer/draft.server'
import { addDraftFiles, removeDraftFile } from '~/models/inbox/answer/files.server'
import { getSavedReply } from '~/models/inbox/answer/saved-replies.server'
import { toHtml } from '~/models/inbox/answer/written-html'
import { UNDO_SECONDS } from '~/models/inbox/conversation'
import { getConversation } from '~/models/inbox/conversations.server'
import { timeOfField } from '~/models/inbox/snooze'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'
import { toUploads } from './uploads.server'

/**
 * Saves the draft with its files, then does what the button says: nothing is lost if that is refused.
 * @throws AppError as answerConversation
 */
export async function answer(input: AnswerForm, call: PageCall): Promise<Response> {
  const { app, db, userId, user, params, url, request } = call
  const { intent, text = '', html = '', files = [], removeFile } = input
  const { id } = await getConversation(db, userId, params.id!)
  const listQuery = keepInboxQuery(url.search)
  const here = paths.conversation(id, listQuery)
  await saveDraft(db, id, html.trim() ? { html } : { text })
  if (files.length > 0) await addDraftFiles(db, userId, id, await toUploads(files))
  if (removeFile) {
    await removeDraftFile(db, userId, id, removeFile)
    return redirectWithToast(app, `${here}#answer`, { kind: 'success', title: 'File removed' })
  }
  if (intent === 'draft' || intent === 'attach') {
    if (intent === 'attach' && files.length === 0) invalid('Choose a file first', 'files')
    const title = intent === 'draft' ? 'Draft saved' : files.length === 1 ? 'File attached' : 'Files attached'
    return redirectWithToast(app, `${here}#answer`, { kind: 'success', title })
  }
  if (intent === 'insert') {
    const { text: reply } = await getSavedReply(db, userId, input.savedReply ?? invalid(CHOOSE, 'savedReply'))
    await saveDraft(db, id, withReply(input, reply))
    return redirectWithToast(app, `${here}#answer`, { kind: 'success', title: 'Saved reply inserted' })
  }
  if (intent === 'suggest') {
    await proposeDraft(app, userId, id, request.signal)
    return redirectWithToast(app, `${here}#answer`, {
      kind: 'success',
      title: 'The suggested answer is in the draft',
    })
  }
  const now = await app.clock.now()
  const sendAt = intent === 'later' ? laterOf(input.sendAt, user.timezone) : undefined
  const markDone = intent === 'done'
  const { sendId } = await answerConversation(
    db,
    userId,
    id,
    { ...written(input), sendAt, markDone },
    now,
    app.env,
    input.answerId,
  )
  return redirectWithToast(app, markDone ? paths.inbox(listQuery) : here, {
    kind: 'success',
    title: sendAt
      ? `The email leaves on ${formatMoment(sendAt, user.timezone)}`
      : `Sending in ${UNDO_SECONDS} seconds`,
    undo: paths.waitingAnswer(id, sendId),
  })
}

const written = ({ text, html }: AnswerForm) => (html?.trim() ? { html } : { text })

const CHOOSE = 'Choose a saved reply first'

/** What was written, and a saved reply below it. */
function withReply({ text = '', html = '' }: AnswerForm, reply: string): Draft {
  if (html.trim()) return { html: html + toHtml(reply) }
  return { text: text.trim() ? `${text.trimEnd()}\n\n${reply}` : reply }
}

const laterOf = (text: string | undefined, timezone: string): Date =>
  (text && timeOfField(text, timezone)) || invalid('Choose a date and a time', 'sendAt')
