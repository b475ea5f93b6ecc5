import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { ColumnTable } from '~/components/imports/column-table'
import { ExistingChoice, FileChoices } from '~/components/imports/file-choices'
import { StopNotes } from '~/components/imports/stop-notes'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { invalid } from '~/errors'
import { charge } from '~/http/budget.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { guessColumns, isColumnChoice, MAX_COLUMNS } from '~/models/imports/columns'
import { isExisting } from '~/models/imports/existing'
import { checkChoices, getUpload, readHead } from '~/models/imports/head.server'
import { startImport } from '~/models/imports/import.server'
import { parseReading } from '~/models/imports/reading'
import { getPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Import Contacts from CSV')

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, name } = await getPersona(db, userId, params.id!)
  const file = await getUpload(db, userId, params.fileId!)
  const query = url.searchParams
  const reading = parseReading(query.get('encoding'), query.get('headerRow'))
  const head = await readHead(db, file.id, 'wrong' in reading ? {} : reading)
  const existing = query.get('existing')
  const own = await listOwnFields(db, userId)
  return {
    id,
    list: name,
    fileName: file.name,
    head,
    existing: isExisting(existing) ? existing : undefined,
    rows: query.get('rows'),
    own,
    choices: guessColumns(head.columns, head.sample, own),
  }
})

const WRONG = 'Invalid column choices'
const FAILED = 'Failed to start import job'

export const action = formAction(
  z.object({
    column: z.array(z.string().refine(isColumnChoice, WRONG), { error: WRONG }).max(MAX_COLUMNS, WRONG),
    existing: z.string().refine(isExisting, WRONG).optional(),
    encoding: z.string().optional(),
    headerRow: z.string().optional(),
  }),
  async ({ column: choices, existing, encoding, headerRow }, { app, db, userId, params, url }) => {
    const file = await getUpload(db, userId, params.fileId!)
    const reading = parseReading(encoding, headerRow)
    if ('wrong' in reading) invalid(WRONG, 'column')
    await checkChoices(db, userId, file.id, choices, reading)
    const rows = Math.min(10_000_000, Math.max(0, Math.trunc(Number(url.searchParams.get('rows'))) || 0))
    await charge(app, userId, 'import')
    const { jobId } = await startImport(
      db,
      userId,
      params.id!,
      { ...file, rows },
      { choices, existing, reading },
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

/** The import step without scripts: shows the file and asks what its columns contain. */
export default function ImportColumnsDialog() {
  const { id, list, fileName, head, existing, rows: count, own, choices } = useLoaderData<typeof loader>()
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
        <FileChoices head={head} />
        {count && <input type="hidden" name="rows" value={count} />}
        {existing && <input type="hidden" name="existing" value={existing} />}
        <Button>Read the file again</Button>
      </Form>
      <Form method="post" preventScrollReset className="space-y-4">
        <input type="hidden" name="encoding" value={head.encoding} />
        <input type="hidden" name="headerRow" value={head.headerLine} />
        <FormErrors errors={[...new Set(errors)]} />
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
            own={own}
            choices={shown as typeof choices}
          />
          <StopNotes columns={columns} sample={head.sample} choices={shown as typeof choices} />
        </div>
        <ExistingChoice chosen={existing} />
        <p className="text-xs text-muted">
          Choose what each column contains. A column that is kept becomes a field of your own, which templates
          can use. Rows whose value does not fit its type are rejected.
        </p>
        <DialogActions>
          <CancelLink to={paths.persona(id)} />
          <Button variant="primary" busy={busy && 'Starting...'}>
            Import Contacts
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
