import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { formAction } from '~/http/form.server'
import { proposeAnswer } from '~/models/inbox/answer/ai-answer.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Proposes an answer to scripts, as `{ text }` or `{ refusal }`. Without scripts, the answer form makes it the draft. */
export const action = formAction(z.object({}), async (_, { app, userId, params, request }) =>
  data(await proposeAnswer(app, userId, params.id!, request.signal)),
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to suggest an answer. Please try again.')
