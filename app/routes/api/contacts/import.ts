import { z } from 'zod'
import { invalid, notFound } from '~/errors'
import { api, operation } from '~/http/api.server'
import { readUpload } from '~/http/upload.server'
import { isId } from '~/http/validate'
import { JobStartedResponse } from '~/models/api/shared'
import { checkChoices, readImportChoices } from '~/models/imports/head.server'
import {
  abandonUpload,
  convertSheet,
  MAX_IMPORT_BYTES,
  refuseSheets,
  startImport,
  storeUpload,
} from '~/models/imports/import.server'
import { ImportUpload } from '~/models/imports/upload'

const FIELDS = Object.keys(ImportUpload.shape)

const route = api({
  POST: operation({
    cost: 'import',
    summary:
      'Imports contacts from a CSV or Excel file (.xlsx) (multipart: file, personaId, optional columns: JSON list of field names, "own:" and the key of a field, "variable", "new:" and a type, "stopped" or "skip"; optional existing, encoding, headerRow, dates, numbers, sheet, tags) into an email list; GET /api/jobs/{jobId} returns the progress',
    response: JobStartedResponse,
    query: z.object({}),
    status: 202,
    upload: true,
    // The list, which may feed a running sequence, is in the upload, which is not read yet.
    sends: 'always',
    run: async ({ db, userId, request }) => {
      const {
        file: upload,
        fields,
        otherFiles,
      } = await readUpload(request, 'file', MAX_IMPORT_BYTES, ({ name, bytes }) =>
        storeUpload(db, userId, name, bytes),
      )
      if (!upload) invalid('Please select a valid CSV file', 'file')
      let file = upload
      try {
        if (otherFiles.includes('file')) invalid('Send one file', 'file')
        const unknown = [...fields.keys(), ...otherFiles].find((name) => !FIELDS.includes(name))
        if (unknown !== undefined) invalid(`Unknown field: ${unknown.slice(0, 100)}`, unknown.slice(0, 100))
        const personaId = fields.get('personaId')
        if (!personaId) invalid('Please select an email list', 'personaId')
        if (!isId(personaId)) notFound('Email list not found')
        const converted = await convertSheet(db, userId, upload, fields.get('sheet'))
        if ('sheets' in converted) return refuseSheets(converted.sheets)
        file = converted
        const choices = readImportChoices((name) => fields.get(name))
        if (choices.choices) await checkChoices(db, userId, file.id, choices.choices, choices.reading)
        return await startImport(db, userId, personaId, file, choices)
      } catch (error) {
        await abandonUpload(db, file)
        throw error
      }
    },
  }),
})

export const loader = route.loader
export const action = route.action
