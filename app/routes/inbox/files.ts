import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RouteArgs, requireUser } from '~/http/auth.server'
import { readForm } from '~/http/body.server'
import { toAppError } from '~/http/errors.server'
import { callOf, respondWith } from '~/http/page.server'
import { validate } from '~/http/validate'
import { addDraftFiles, listDraftFiles, removeDraftFile } from '~/models/inbox/answer/files.server'
import { FILES_BYTES } from '~/models/inbox/conversation'
import { getConversation } from '~/models/inbox/conversations.server'
import { entityId } from '~/models/shared/fields'
import { paths } from '~/paths'
import { toUploads } from './uploads.server'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

const Fields = z.object({ remove: entityId('File not found').optional() })

/** Adds files to a draft, or removes one, for scripts: answers with the files that it has then, or with the refusal. */
export const action = (args: RouteArgs) =>
  respondWith(async () => {
    const { db, userId, params, request } = callOf(args, await requireUser(args))
    const { id } = await getConversation(db, userId, params.id!)
    try {
      const form = await readForm(request, FILES_BYTES + 64 * 1024)
      const { remove } = validate(Fields, { remove: form.get('remove') ?? undefined })
      if (remove) await removeDraftFile(db, userId, id, remove)
      const files = form.getAll('files').filter((file) => file instanceof File)
      if (files.length > 0) await addDraftFiles(db, userId, id, await toUploads(files))
    } catch (error) {
      const refusal = toAppError(error)
      if (!refusal || refusal.code === 'NOT_FOUND') throw error
      return Response.json({ message: refusal.message }, { status: refusal.status })
    }
    return Response.json({ files: await listDraftFiles(db, id) })
  })
