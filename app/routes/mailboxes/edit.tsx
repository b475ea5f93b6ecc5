import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { EditFields, useEdit } from '~/components/forms/edits'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { MAILBOX_PARTS, mailboxWords } from '~/components/mailboxes/edits'
import { FolderFields } from '~/components/mailboxes/folder-fields'
import { LoginFields } from '~/components/mailboxes/login-fields'
import { MannerFields } from '~/components/mailboxes/manner-fields'
import { ServerFields } from '~/components/mailboxes/server-fields'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { loadedEdit } from '~/http/forms/edits.server'
import { page } from '~/http/page.server'
import { changeMailbox, lockMailbox } from '~/models/mailboxes/change.server'
import { ConsentForm, type Mailbox, SmtpForm } from '~/models/mailboxes/mailbox'
import { getMailbox } from '~/models/mailboxes/mailbox.server'
import type { EditValues } from '~/models/shared/forms/edits'
import { hasServers } from '~/models/shared/mailboxes/kinds'
import { listTimezones } from '~/models/shared/timezone'
import { paths } from '~/paths'

export const meta = titled('Edit Mailbox')

export const loader = page(async ({ db, userId, user, params }) => {
  const box = await getMailbox(db, userId, params.id!)
  const { id, provider, email, status, statusDetail, providerLimit } = box
  return {
    ...{ id, provider, email, statusDetail, providerLimit },
    folders: choosable(box),
    connected: status === 'connected',
    paused: status === 'paused',
    loaded: loadedEdit(MAILBOX_PARTS, valuesOf(box)),
    timezones: listTimezones(user.timezone, box.timezone),
  }
})

const text = (value: string | number | null) => (value === null ? '' : String(value))

/** The stored values of the form. */
const valuesOf = (box: Mailbox): EditValues => ({
  ...(hasServers(box) ? { ...loginOf(box), readFolders: box.readFolders, folderNames: box.folderNames } : {}),
  displayName: box.displayName,
  dailyLimit: text(box.dailyLimit),
  sendIntervalSeconds: String(box.sendIntervalSeconds),
  timezone: box.timezone,
  signature: box.signature,
  postalAddress: box.postalAddress,
})

/** The folders that the server has, and those that were chosen although it has them no longer. */
const choosable = ({ sync, folderNames }: Mailbox): string[] =>
  [...new Set([...(sync?.available ?? []), ...folderNames])].sort((a, b) => a.localeCompare(b))

const loginOf = (box: Mailbox): EditValues => ({
  email: box.email,
  smtpHost: text(box.smtpHost),
  smtpPort: text(box.smtpPort),
  smtpSecure: String(box.smtpSecure ?? true),
  imapHost: text(box.imapHost),
  imapPort: String(box.imapPort ?? 993),
  imapSecure: String(box.imapSecure ?? true),
  username: text(box.username),
})

const MailboxForm = z.discriminatedUnion('provider', [ConsentForm, SmtpForm])

export const action = formAction(
  MailboxForm,
  async (_, { app, db, userId, params }, { mergedUnlocked, unchanged, kept }) => {
    const id = params.id!
    const { status } = await getMailbox(db, userId, id)
    const { provider: _provider, ...change } = await mergedUnlocked(db)
    const { email } = await changeMailbox(db, userId, id, change, await app.clock.now(), app, unchanged)
    return redirectWithToast(app, paths.gmail(), {
      kind: 'success',
      title: !change.status ? 'Mailbox saved' : status === 'paused' ? 'Sending resumed' : 'Mailbox connected',
      text: [change.status && `${email} can now send emails.`, kept()].filter(Boolean).join(' ') || undefined,
    })
  },
  {
    hide: ['password'],
    edits: {
      parts: MAILBOX_PARTS,
      read: async (db, { userId, params }) => valuesOf(await getMailbox(db, userId, params.id!)),
      lock: (tx, { userId, params }) => lockMailbox(tx, userId, params.id!),
    },
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to save the mailbox')

/** The Edit Mailbox dialog: all settings of a mailbox with servers, the sending settings of any other. */
export default function EditMailbox() {
  const box = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const edit = useEdit(response, box.loaded)
  const [form, fields] = useActionForm<z.input<typeof MailboxForm>>(response, { defaultValue: edit.values })
  const busy = useSubmitting()
  const servers = hasServers(box)
  const reconnects = servers && !box.connected
  const verb = !reconnects ? 'Save Changes' : box.paused ? 'Save and Resume Sending' : 'Save and Reconnect'
  return (
    <RouteDialog title="Edit Mailbox" description={box.email} closeTo={paths.gmail()} size="lg">
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-5">
        <input type="hidden" name="provider" value={box.provider} />
        {reconnects && <input type="hidden" name="status" value="connected" />}
        <FormErrors errors={form.errors} id={form.errorId} />
        <EditFields edit={edit} words={mailboxWords} />
        {reconnects && box.statusDetail && !response && (
          <p className="rounded-md bg-warning-soft px-3 py-2 text-sm break-words text-warning-ink">
            {box.statusDetail}
          </p>
        )}
        {servers && (
          <>
            <TextField
              field={fields.email}
              label={MAILBOX_PARTS.email}
              type="email"
              maxLength={254}
              required
            />
            <ServerFields fields={fields} kind="smtp" />
            <LoginFields fields={fields} stored refused={!!response} />
            <ServerFields fields={fields} kind="imap" />
            <FolderFields fields={fields} folders={box.folders} />
          </>
        )}
        <MannerFields fields={fields} {...box} />
        <DialogActions>
          <CancelLink to={paths.gmail()} />
          <Button variant="primary" busy={busy && (servers ? 'Checking...' : 'Saving...')}>
            {verb}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
