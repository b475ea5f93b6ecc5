import { z } from 'zod'
import { invalid, notFound } from '~/errors'
import { api, operation } from '~/http/api.server'
import { readUpload } from '~/http/upload.server'
import { isId } from '~/http/validate'
import { Started } from '~/models/api/shared'
import { parseChoices } from '~/models/imports/head.server'
import { abandonUpload, MAX_IMPORT_BYTES, startImport, storeUpload } from '~/models/imports/import.server'

const route = api({
  POST: operation({
    summary:
      'Imports contacts from a CSV file (multipart: file, personaId, optional columns: JSON list of field names, "variable" or "skip") into an email list; GET /api/jobs/{jobId} returns the progress',
    answer: Started,
    query: z.object({}),
    status: 202,
    upload: true,
    // The list, which may feed a running sequence, is in the upload, which is not read yet.
    sends: 'always',
    run: async ({ db, userId, request }) => {
      const { file, fields } = await readUpload(request, 'file', MAX_IMPORT_BYTES, ({ name, bytes }) =>
        storeUpload(db, userId, name, bytes),
      )
      if (!file) invalid('Please select a valid CSV file', 'file')
      const personaId = fields.get('personaId')
      const columns = fields.get('columns')
      if (isId(personaId)) {
        return startImport(db, userId, personaId, file, columns ? parseChoices(columns) : undefined)
      }
      await abandonUpload(db, file)
      return personaId
        ? notFound('Email list not found')
        : invalid('Please select an email list', 'personaId')
    },
  }),
})

export const loader = route.loader
export const action = route.action
