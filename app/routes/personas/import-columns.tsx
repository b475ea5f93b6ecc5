import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { App } from '~/app'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { ColumnTable } from '~/components/imports/column-table'
import { ExistingChoice, FileChoices, TagsForAll } from '~/components/imports/file-choices'
import { PreviewCard } from '~/components/imports/preview-card'
import { StopNotes } from '~/components/imports/stop-notes'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { invalid, isAppError } from '~/errors'
import { charge } from '~/http/budget.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { type ColumnChoice, guessColumns, isColumnChoice, MAX_COLUMNS } from '~/models/imports/columns'
import { type Existing, isExisting } from '~/models/imports/existing'
import { checkChoices, getUpload, parseTags, readHead } from '~/models/imports/head.server'
import { type ImportChoices, startImport } from '~/models/imports/import.server'
import { type ImportPreview, previewImport } from '~/models/imports/preview.server'
import { parseReading } from '~/models/imports/reading'
import { isXlsx } from '~/models/imports/sheet/sheet.server'
import { getPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Import Contacts from CSV')

export const loader = page(async ({ app, db, userId, params, url }) => {
  const { id, name } = await getPersona(db, userId, params.id!)
  const file = await getUpload(db, userId, params.fileId!)
  const query = url.searchParams
  const reading = parseReading((name) => query.get(name))
  const head = await readHead(db, file.id, 'wrong' in reading ? {} : reading)
  const existing = isExisting(query.get('existing')) ? (query.get('existing') as Existing) : undefined
  const own = await listOwnFields(db, userId)
  const given = query.getAll('column')
  const guessed = guessColumns(head.columns, head.sample, own)
  const choices =
    given.length === guessed.length && given.every((choice) => isColumnChoice(choice)) ? given : guessed
  return {
    id,
    list: name,
    fileName: file.name,
    head,
    isSheet: isXlsx(file.name),
    existing,
    tags: query.get('tags') ?? undefined,
    rows: query.get('rows'),
    own,
    choices,
    preview: query.has('check')
      ? await previewOf(app, userId, file.id, {
          ...{ choices, existing },
          reading: 'wrong' in reading ? {} : reading,
        })
      : null,
  }
})

/** What the import would do, or why it cannot be imported so. */
async function previewOf(
  app: App,
  userId: string,
  fileId: string,
  choices: ImportChoices & { choices: ColumnChoice[] },
): Promise<{ found: ImportPreview } | { problem: string }> {
  try {
    await charge(app, userId, 'import')
    await checkChoices(app.db, userId, fileId, choices.choices, choices.reading)
    return { found: await previewImport(app.db, userId, fileId, choices, app.secrets) }
  } catch (error) {
    if (isAppError(error)) return { problem: error.message }
    throw error
  }
}

const WRONG = 'Invalid column choices'
const FAILED = 'Failed to start import job'

export const action = formAction(
  z.object({
    column: z.array(z.string().refine(isColumnChoice, WRONG), { error: WRONG }).max(MAX_COLUMNS, WRONG),
    existing: z.string().refine(isExisting, WRONG).optional(),
    encoding: z.string().optional(),
    headerRow: z.string().optional(),
    dates: z.string().optional(),
    numbers: z.string().optional(),
    tags: z.string().optional(),
  }),
  async ({ column: choices, existing, tags = '', ...given }, { app, db, userId, params, url }) => {
    const file = await getUpload(db, userId, params.fileId!)
    const reading = parseReading((name) => given[name])
    if ('wrong' in reading) invalid(WRONG, 'column')
    await checkChoices(db, userId, file.id, choices, reading)
    const rows = Math.min(10_000_000, Math.max(0, Math.trunc(Number(url.searchParams.get('rows'))) || 0))
    await charge(app, userId, 'import')
    const { jobId } = await startImport(
      db,
      userId,
      params.id!,
      { ...file, rows },
      { choices, existing, reading, tags: parseTags(tags) },
    )
    return redirectWithToast(app, paths.importProgress(params.id!, jobId), {
      kind: 'success',
      title: 'Import job started',
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Shows a stored file, asks what its columns contain, and on request what its import would do. */
export default function ImportColumnsDialog() {
  const {
    id,
    list,
    fileName,
    isSheet,
    head,
    existing,
    tags,
    rows: count,
    own,
    choices,
    preview,
  } = useLoaderData<typeof loader>()
  const { columns, rows } = head
  const { result } =
    (useActionData<typeof action>() as {
      result?: { error?: Record<string, string[] | null>; initialValue?: { column?: unknown } }
    }) ?? {}
  const busy = useSubmitting()
  const given = result?.initialValue?.column
  const shown = Array.isArray(given)
    ? choices.map((choice, at) => (isColumnChoice(String(given[at])) ? String(given[at]) : choice))
    : choices
  const errors = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? [])
  return (
    <RouteDialog
      title="Import Contacts from CSV"
      description={`${fileName}: its contacts are added to "${list}".`}
      closeTo={paths.persona(id)}
      size="lg"
    >
      <Form method="get" preventScrollReset className="mb-4 space-y-2">
        <FileChoices head={head} isSheet={isSheet} />
        {count && <input type="hidden" name="rows" value={count} />}
        {existing && <input type="hidden" name="existing" value={existing} />}
        {tags && <input type="hidden" name="tags" value={tags} />}
        <Button>Read the file again</Button>
      </Form>
      <Form method="post" preventScrollReset className="space-y-4">
        <input type="hidden" name="encoding" value={head.encoding} />
        <input type="hidden" name="headerRow" value={head.headerLine} />
        <input type="hidden" name="dates" value={head.dates ?? ''} />
        <input type="hidden" name="numbers" value={head.numbers ?? ''} />
        {count && <input type="hidden" name="rows" value={count} />}
        <FormErrors errors={[...new Set(errors)]} />
        {preview && <PreviewCard preview={preview} />}
        <div>
          <p className="mb-1.5 text-sm font-medium">
            {rows.length === 0 ? 'Empty template (headers only)' : 'Preview'}{' '}
            {rows.length > 0 && (
              <span className="font-normal text-muted">
                (first {rows.length} {rows.length === 1 ? 'row' : 'rows'})
              </span>
            )}
          </p>
          <ColumnTable
            columns={columns}
            rows={rows}
            sample={head.sample}
            notation={head}
            own={own}
            choices={shown as typeof choices}
          />
          <StopNotes columns={columns} sample={head.sample} choices={shown as typeof choices} />
        </div>
        <ExistingChoice chosen={existing} />
        <TagsForAll given={tags} />
        <p className="text-xs text-muted">
          Choose what each column contains. A column that is kept becomes a field of your own, which templates
          can use. Rows whose value does not fit its type are rejected.
        </p>
        <DialogActions>
          <CancelLink to={paths.persona(id)} />
          <Button formMethod="get" name="check" value="yes">
            {preview ? 'Check again' : 'Check the rows'}
          </Button>
          <Button variant="primary" busy={busy && 'Starting...'}>
            Import Contacts
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
