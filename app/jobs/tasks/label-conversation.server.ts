import type { JobPayload } from '~/jobs/queue/catalog'
import type { JobContext } from '~/jobs/queue/context'
import { labelByAi } from '~/models/inbox/ai-label.server'

/** Failures that may pass: the job is retried. */
const PASSING = ['quota', 'unreachable', 'timeout', 'aborted']

/** Asks the AI service for the label of a conversation. A reply that the service does not sort gets no label. */
export async function runLabelConversation(
  payload: JobPayload<'label-conversation'>,
  { app, signal }: JobContext,
): Promise<void> {
  const { ai } = app.providers
  if (!ai) return
  const failure = await labelByAi(app.db, ai, payload, signal)
  if (!failure) return
  if (PASSING.includes(failure.why)) throw new Error(`no label: ${failure.why}`)
  app.log.warn({ why: failure.why }, 'the AI service labels no replies')
}
