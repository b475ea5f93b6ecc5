import { getFormProps } from '@conform-to/react'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { TextareaField, TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepInboxQuery } from '~/components/inbox/view'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { SearchBox } from '~/components/ui/list/search-box'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { type PageCall, page } from '~/http/page.server'
import { ContactsQuery, displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { listContacts } from '~/models/contacts/list.server'
import { searchContacts } from '~/models/contacts/search.server'
import { NewEmailForm, writeEmail } from '~/models/inbox/answer/write.server'
import { ANSWER_LENGTH, UNDO_SECONDS } from '~/models/inbox/conversation'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { paths } from '~/paths'

export const meta = titled('New Email')

const MOST = 20

export const loader = page(async ({ db, userId, url }) => {
  const contactId = url.searchParams.get('contactId')
  const find = (url.searchParams.get('find') ?? '').slice(0, 200).replaceAll('\0', '')
  const [contact, rows, mailboxes] = await Promise.all([
    contactId ? getContact(db, userId, contactId) : null,
    contactId ? [] : findContacts(db, userId, find),
    listMailboxes(db, userId),
  ])
  const shown = (person: Parameters<typeof displayName>[0] & { id: string; email: string }) => ({
    id: person.id,
    name: displayName(person),
    email: person.email,
  })
  return {
    contact: contact && shown(contact),
    find,
    found: rows.map(shown),
    mailboxes: mailboxes.map(({ id, email, isDefault }) => ({ id, email, isDefault })),
    listQuery: keepInboxQuery(url.search),
  }
})

/** The newest contacts, or the newest of those that contain a text. */
const findContacts = async (db: PageCall['db'], userId: string, text: string) =>
  text.trim()
    ? (await searchContacts(db, userId, { text, limit: MOST })).rows
    : (await listContacts(db, userId, ContactsQuery.parse({ limit: MOST }))).contacts

const FAILED = 'Failed to send the email'

export const action = formAction(
  NewEmailForm,
  async (input, { app, db, userId }) => {
    const { id, sendId } = await writeEmail(db, userId, input, await app.clock.now(), app.env, app.secrets)
    return redirectWithToast(app, paths.conversation(id), {
      kind: 'success',
      ...(sendId
        ? { title: `Sending in ${UNDO_SECONDS} seconds`, undo: paths.waitingAnswer(id, sendId) }
        : { title: 'Draft saved' }),
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog of a new email: first its contact is chosen, then it is written. */
export default function NewEmailDialog() {
  const { contact, listQuery } = useLoaderData<typeof loader>()
  return (
    <RouteDialog
      title="New email"
      description={contact ? `To ${contact.name}` : 'Choose the contact to write to.'}
      closeTo={paths.inbox(listQuery)}
    >
      {contact ? <Write contactId={contact.id} /> : <Choose />}
    </RouteDialog>
  )
}

function Choose() {
  const { find, found, listQuery } = useLoaderData<typeof loader>()
  return (
    <div className="space-y-3">
      <SearchBox
        label="Search contacts"
        name="find"
        value={find}
        placeholder="Name or email..."
        keep={Object.fromEntries(new URLSearchParams(listQuery))}
      />
      {found.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted" role="status">
          {find.trim() ? (
            `No contact matches “${find}”.`
          ) : (
            <>
              You have no contacts yet.{' '}
              <Link to={paths.personas()} className="text-accent-ink underline">
                Import some into an email list
              </Link>
              .
            </>
          )}
        </p>
      ) : (
        <ul
          aria-label={find.trim() ? 'Contacts found' : 'Newest contacts'}
          className="divide-y divide-line rounded-md border border-line"
        >
          {found.map(({ id, name, email }) => (
            <li key={id}>
              <Link
                to={paths.newEmail(listQuery, id)}
                preventScrollReset
                className="block min-h-11 px-3 py-2 text-sm -outline-offset-2 hover:bg-sunken"
              >
                <span className="block font-medium break-words">{name}</span>
                {name !== email && (
                  <span className="block text-muted">
                    <Address>{email}</Address>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <CancelLink to={paths.inbox(listQuery)} />
      </DialogActions>
    </div>
  )
}

function Write({ contactId }: { contactId: string }) {
  const { mailboxes, listQuery } = useLoaderData<typeof loader>()
  const preferred = mailboxes.find(({ isDefault }) => isDefault) ?? mailboxes[0]
  const [form, fields] = useActionForm<z.input<typeof NewEmailForm>>(useActionData<typeof action>(), {
    defaultValue: { mailboxId: preferred?.id },
  })
  const busy = useSubmitting()
  if (!preferred)
    return (
      <>
        <p className="text-sm text-muted">Connect a mailbox first.</p>
        <DialogActions>
          <CancelLink to={paths.inbox(listQuery)} />
          <LinkButton variant="primary" to={paths.gmail()}>
            Go to Mailboxes
          </LinkButton>
        </DialogActions>
      </>
    )
  return (
    <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <input type="hidden" name="contactId" value={contactId} />
      <SelectField
        field={fields.mailboxId}
        label="From"
        options={mailboxes.map(({ id, email }) => ({ value: id, label: email }))}
      />
      <TextField field={fields.subject} label="Subject" maxLength={500} />
      <TextareaField
        field={fields.text}
        label="Text"
        rows={8}
        maxLength={ANSWER_LENGTH}
        hint="The mailbox’s signature is added. Save a draft to attach files or to send it later."
      />
      <DialogActions>
        <CancelLink to={paths.inbox(listQuery)} />
        <Button name="intent" value="draft" disabled={busy}>
          Save draft
        </Button>
        <Button variant="primary" name="intent" value="send" busy={busy && 'Sending...'}>
          Send
        </Button>
      </DialogActions>
    </Form>
  )
}
