import { keepInboxQuery } from '~/components/inbox/view'
import { invalid } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import type { PageCall } from '~/http/page.server'
import { proposeDraft } from '~/models/inbox/answer/ai-answer.server'
import type { AnswerForm } from '~/models/inbox/answer/answer-form'
import { type DraftText, saveDraft } from '~/models/inbox/answer/draft.server'
import { addDraftFiles, removeDraftFile } from '~/models/inbox/answer/files.server'
import { readAnswerChoices, withoutUsual } from '~/models/inbox/answer/recipients.server'
import { getSavedReply } from '~/models/inbox/answer/saved-replies.server'
import { sendAnswer } from '~/models/inbox/answer/send.server'
import { toHtml } from '~/models/inbox/answer/written-html'
import { choicesOf, UNDO_SECONDS } from '~/models/inbox/conversation'
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
  const { id, contactEmail } = await getConversation(db, userId, params.id!)
  const listQuery = keepInboxQuery(url.search)
  const here = paths.conversation(id, listQuery)
  const shown = choicesOf(input)
  const chosen = await withoutUsual(db, userId, id, contactEmail, shown)
  await saveDraft(db, id, { ...(html.trim() ? { html } : { text }), ...chosen })
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
    await saveDraft(db, id, { ...withReply(input, reply), ...chosen })
    return redirectWithToast(app, `${here}#answer`, { kind: 'success', title: 'Saved reply inserted' })
  }
  if (intent === 'suggest') {
    await proposeDraft(app, userId, id, request.signal)
    return redirectWithToast(app, `${here}#answer`, {
      kind: 'success',
      title: 'The suggested answer is in the draft',
    })
  }
  if (intent === 'all') {
    const { all } = await readAnswerChoices(db, userId, id, contactEmail)
    await saveDraft(db, id, { ...(html.trim() ? { html } : { text }), ...chosen, recipients: all })
    return redirectWithToast(app, `${here}#answer`, {
      kind: 'success',
      title: 'The answer goes to everybody',
    })
  }
  const now = await app.clock.now()
  const sendAt = intent === 'later' ? laterOf(input.sendAt, user.timezone) : undefined
  const markDone = intent === 'done'
  const { sendId } = await sendAnswer(
    app,
    userId,
    id,
    // As shown, not as usual: a message that arrives now may ask for answers elsewhere.
    { ...written(input), ...shown.recipients, quote: shown.quote, sendAt, markDone },
    now,
    request.signal,
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
function withReply({ text = '', html = '' }: AnswerForm, reply: string): DraftText {
  if (html.trim()) return { html: html + toHtml(reply) }
  return { text: text.trim() ? `${text.trimEnd()}\n\n${reply}` : reply }
}

const laterOf = (text: string | undefined, timezone: string): Date =>
  (text && timeOfField(text, timezone)) || invalid('Choose a date and a time', 'sendAt')
