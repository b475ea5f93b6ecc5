import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { formAction } from '~/http/form.server'
import { safePath } from '~/http/safe-path.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { EmailDraft } from '~/models/templates/email-draft'
import { deleteEmailDraft, saveEmailDraft } from '~/models/templates/email-draft.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.sequence(params.id!))

/** Saves a step's email while it is written; with `discardTo` it discards that and leads back there. */
export const action = formAction(
  EmailDraft.extend({ discardTo: z.string().max(60_000).optional() }),
  async ({ discardTo, ...draft }, { db, userId, params }) => {
    const { id } = await getSequence(db, userId, params.id!)
    if (discardTo === undefined) {
      await saveEmailDraft(db, userId, id, draft)
      return new Response(null, { status: 204 })
    }
    await deleteEmailDraft(db, userId, id, draft.place)
    return redirect(safePath(discardTo, paths.sequence(id)))
  },
)
