import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { changed, describedBy, Field } from '~/components/forms/field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { CsvPreview } from '~/components/imports/csv-preview'
import { ExistingChoice, SheetChoice, TagsForAll } from '~/components/imports/file-choices'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { Button, buttonClass } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { showToast } from '~/components/ui/toast-viewer'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { Db } from '~/db.server'
import { isAppError } from '~/errors'
import { type RouteArgs, requireUser } from '~/http/auth.server'
import { charge } from '~/http/budget.server'
import { redirectWithToast } from '~/http/flash.server'
import { callOf, page, respondWith } from '~/http/page.server'
import { readUpload } from '~/http/upload.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { checkChoices, readHead, readImportChoices } from '~/models/imports/head.server'
import {
  abandonUpload,
  convertSheet,
  MAX_IMPORT_BYTES,
  type StoredUpload,
  startImport,
  storeUpload,
} from '~/models/imports/import.server'
import { READING_FIELDS } from '~/models/imports/reading'
import { getPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Import Contacts from CSV')

export const loader = page(async ({ db, userId, params }) => {
  const { id, name } = await getPersona(db, userId, params.id!)
  return { id, list: name, own: await listOwnFields(db, userId) }
})

const WRONG_FILE = 'Please select a valid CSV file'
const isCsv = (file: File) => /\.csv$/i.test(file.name)
const isTable = (file: File) => /\.(csv|xlsx)$/i.test(file.name)

/** Stores the file as it arrives, then starts a job that imports it. */
export const action = (args: RouteArgs) =>
  respondWith(async () => {
    const { app, db, userId, params, request } = callOf(args, await requireUser(args))
    const id = params.id!
    await getPersona(db, userId, id)
    try {
      const { file: upload, fields } = await readUpload(
        request,
        'file',
        MAX_IMPORT_BYTES,
        ({ name, bytes }) => storeUpload(db, userId, name, bytes),
      )
      if (!upload) return data({ error: WRONG_FILE }, { status: 400 })
      const file = await convertSheet(db, userId, upload, fields.get('sheet'))
      if ('sheets' in file)
        return data({ error: 'Choose the sheet to import', sheets: file.sheets }, { status: 400 })
      const choices = await checkedChoices(db, userId, file, (name) => fields.get(name))
      // Without scripts, and of an Excel file, the user has not seen the columns yet.
      const wantsCheck = fields.get('next') === 'check'
      if (!fields.has('seen') || wantsCheck) {
        const search = new URLSearchParams({ rows: String(file.rows), existing: choices.existing ?? 'skip' })
        for (const name of ['tags', ...READING_FIELDS]) {
          const given = fields.get(name)
          if (given) search.set(name, given)
        }
        for (const choice of choices.choices ?? []) search.append('column', choice)
        if (wantsCheck) search.set('check', 'yes')
        return redirect(`${paths.importColumns(id, file.id)}?${search}`)
      }
      await charge(app, userId, 'import')
      const { jobId } = await startImport(db, userId, id, file, choices)
      return redirectWithToast(app, paths.importProgress(id, jobId), {
        kind: 'success',
        title: 'Import job started',
      })
    } catch (error) {
      if (!isAppError(error) || error.code === 'NOT_FOUND') throw error
      return data({ error: error.message }, { status: error.status })
    }
  })

/** The choices in the form; a file whose columns cannot be read with them is deleted. */
async function checkedChoices(
  db: Db,
  userId: string,
  file: StoredUpload,
  field: (name: string) => string | undefined,
) {
  try {
    const given = readImportChoices(field)
    if (given.choices) await checkChoices(db, userId, file.id, given.choices, given.reading)
    else await readHead(db, file.id, given.reading)
    return given
  } catch (error) {
    await abandonUpload(db, file)
    throw error
  }
}

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to start import job')

/** The Import Contacts dialog; with scripts it previews the chosen file. */
export default function ImportDialog() {
  const { id, list, own } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const hydrated = useHydrated()
  const sending = useNavigation().formEncType === 'multipart/form-data'
  const [chosen, setChosen] = useState<File | null>(null)
  const [clears, setClears] = useState(0)
  const [ready, setReady] = useState(true)
  const closeTo = paths.persona(id) + keepListQuery(useLocation().search)
  const wrong = chosen !== null && !isTable(chosen)
  const sheets = response && 'sheets' in response ? response.sheets : undefined
  const error = wrong ? WRONG_FILE : chosen && !sheets ? undefined : response?.error
  const [form, fields] = useForm<{ file: File }>({ id: 'import' })
  const field = changed(fields.file, { errors: error ? [error] : undefined })
  return (
    <RouteDialog
      title="Import Contacts from CSV"
      description={`The contacts in the file are added to "${list}".`}
      closeTo={closeTo}
      size="lg"
    >
      <Form
        {...getFormProps(form)}
        noValidate={false}
        method="post"
        encType="multipart/form-data"
        preventScrollReset
        className="space-y-4"
      >
        <Field
          field={field}
          label="CSV file"
          hint={
            <>
              One row contains the column names. Only Email is required; extra columns become fields of your
              own, which templates can use. Start from{' '}
              <a href={paths.importTemplate()} download className="font-medium text-accent-ink underline">
                the template
              </a>
              . At most 100 MB. An Excel file (.xlsx, at most 20 MB) works too.
            </>
          }
        >
          <div className="flex gap-2">
            <input
              {...getInputProps(field, { type: 'file', ...describedBy(field, true) })}
              key={clears}
              accept=".csv,.xlsx,text/csv"
              required
              onChange={({ currentTarget: { files } }) => {
                const file = files?.[0] ?? null
                setChosen(file)
                if (file && !isTable(file))
                  showToast({ kind: 'error', title: 'Invalid file', text: WRONG_FILE })
              }}
              className="control min-w-0 file:mr-3 file:cursor-pointer file:border-0 file:bg-transparent file:font-medium file:text-accent-ink"
            />
            {hydrated && chosen && (
              <button
                type="button"
                className={buttonClass({ variant: 'secondary' })}
                onClick={() => {
                  setChosen(null)
                  setClears(clears + 1)
                }}
              >
                Clear File
              </button>
            )}
          </div>
        </Field>
        {sheets && <SheetChoice sheets={sheets} />}
        {hydrated && (!chosen || isCsv(chosen)) && <input type="hidden" name="seen" value="1" />}
        {chosen && isCsv(chosen) && (
          <CsvPreview
            key={`${chosen.name} ${chosen.size} ${chosen.lastModified}`}
            file={chosen}
            own={own}
            onReady={setReady}
          />
        )}
        <ExistingChoice />
        <TagsForAll />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button name="next" value="check" disabled={wrong || (chosen !== null && !ready)}>
            Check the rows first
          </Button>
          <Button
            variant="primary"
            busy={sending && 'Uploading...'}
            disabled={wrong || (chosen !== null && !ready)}
          >
            Import Contacts
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
