import { page } from '~/http/page.server'
import { readOwnFile } from '~/models/inbox/answer/files.server'
import { download } from './download.server'

/** A file of a draft, or of an email that the user wrote. */
export const loader = page(async ({ db, userId, params }) =>
  download(await readOwnFile(db, userId, params.id!, params.fileId!)),
)
