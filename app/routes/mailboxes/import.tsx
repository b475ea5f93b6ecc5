import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import { data } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { changed, describedBy, Field } from '~/components/forms/field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { Disclosure } from '~/components/ui/disclosure'
import { isAppError } from '~/errors'
import { type RouteArgs, requireUser } from '~/http/auth.server'
import { charge } from '~/http/budget.server'
import { redirectWithToast } from '~/http/flash.server'
import { callOf, page, respondWith } from '~/http/page.server'
import { readUpload } from '~/http/upload.server'
import { MAILBOX_COLUMNS } from '~/models/imports/mailboxes/columns'
import { startMailboxImport } from '~/models/imports/mailboxes/import.server'
import {
  MAX_MAILBOX_FILE_BYTES,
  MAX_MAILBOX_ROWS,
  readMailboxFile,
} from '~/models/imports/mailboxes/read.server'
import { MAILBOX_PRESETS } from '~/models/mailboxes/presets'
import { paths } from '~/paths'

export const meta = titled('Add Mailboxes from CSV')

export const loader = page(async () => ({
  most: MAX_MAILBOX_ROWS,
  columns: Object.values(MAILBOX_COLUMNS).map(({ label }) => label),
  providers: MAILBOX_PRESETS.map(({ name }) => name),
}))

const WRONG_FILE = 'Please select a CSV file'

/** Reads the file and starts a job that tests and adds its mailboxes. */
export const action = (args: RouteArgs) =>
  respondWith(async () => {
    const { app, db, userId, request, address } = callOf(args, await requireUser(args))
    try {
      const { file, fields } = await readUpload(request, 'file', MAX_MAILBOX_FILE_BYTES, async (upload) => ({
        name: upload.name,
        bytes: await wholeOf(upload.bytes),
      }))
      if (!file) return data({ error: WRONG_FILE }, { status: 400 })
      const rows = await readMailboxFile(file.bytes, fields.get('leaveOut') === 'on')
      await charge(app, userId, 'import')
      const jobId = await startMailboxImport(db, userId, rows, file.name, { secrets: app.secrets, address })
      return redirectWithToast(app, paths.mailboxImport(jobId), {
        kind: 'success',
        title: 'Mailboxes are being added',
      })
    } catch (error) {
      if (!isAppError(error)) throw error
      return data({ error: error.message }, { status: error.status })
    }
  })

async function wholeOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to read the file')

/** The dialog that adds many SMTP mailboxes in one go. */
export default function ImportMailboxesDialog() {
  const { columns, providers, most } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const sending = useNavigation().formEncType === 'multipart/form-data'
  const [form, fields] = useForm<{ file: File; leaveOut: boolean }>({ id: 'mailboxes' })
  const file = changed(fields.file, { errors: response ? [response.error] : undefined })
  return (
    <RouteDialog
      title="Add Mailboxes from CSV"
      description="For mailboxes with SMTP and IMAP. Each login is tested in the background, and each row gets a result."
      closeTo={paths.gmail()}
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
          field={file}
          label="CSV file"
          hint={`One row contains the column names. Email and Password are required, and SMTP host or Provider. At most ${most} rows. Files of Instantly and Smartlead work too.`}
        >
          <input
            {...getInputProps(file, { type: 'file', ...describedBy(file, true) })}
            accept=".csv,text/csv"
            required
            className="control min-w-0 file:mr-3 file:cursor-pointer file:border-0 file:bg-transparent file:font-medium file:text-accent-ink"
          />
        </Field>
        <CheckboxField field={fields.leaveOut} label="Leave out columns that are not known" />
        <Disclosure summary="Columns">
          <p className="text-sm text-muted">{`${columns.join(', ')}.`}</p>
          <p className="mt-1.5 text-sm text-muted">{`Provider fills in the servers of: ${providers.join(', ')}.`}</p>
        </Disclosure>
        <DialogActions>
          <CancelLink to={paths.gmail()} />
          <Button variant="primary" busy={sending && 'Uploading...'}>
            Add Mailboxes
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
