import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { RouteArgs } from '~/http/auth.server'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { proposeAnswer, proposeDraft } from '~/models/inbox/answer/ai-answer.server'
import { paths } from '~/paths'

export const loader = page(async ({ params }) => {
  throw redirect(paths.conversation(params.id!))
})

const NOTHING = z.object({})

const answerScript = formAction(NOTHING, async (_, { app, userId, params, request }) =>
  data(await proposeAnswer(app, userId, params.id!, request.signal)),
)

const storeDraft = buttonAction(
  NOTHING,
  { failure: (_, reason) => reason, back: ({ params }) => paths.conversation(params.id!) },
  async (_, { app, userId, params, request }) => {
    await proposeDraft(app, userId, params.id!, request.signal)
    return redirectWithToast(app, paths.conversation(params.id!), {
      kind: 'success',
      title: 'The proposed answer is in the draft',
    })
  },
)

/** Proposes an answer: to scripts as `{ text }`, or `{ refusal }` with its status; without scripts as the conversation's draft. */
export const action = (args: RouteArgs) => (args.context.byScript ? answerScript(args) : storeDraft(args))
