import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ContactStatusBadge } from '~/components/contacts/badges'
import { useActionForm } from '~/components/forms/action-form'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { SearchBox } from '~/components/ui/list/search-box'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { displayName, displayStatus } from '~/models/contacts/contact'
import { searchContacts } from '~/models/contacts/search.server'
import { addToPersona, membersAmong } from '~/models/personas/contacts.server'
import { getPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

const MOST = 50

export const meta = titled('Add Existing Contacts')

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, name } = await getPersona(db, userId, params.id!)
  const q = (url.searchParams.get('q') ?? '').slice(0, 200).replaceAll('\0', '')
  const { rows, cursor } = await searchContacts(db, userId, { text: q, limit: MOST })
  const members = await membersAmong(
    db,
    id,
    rows.map((row) => row.id),
  )
  return {
    id,
    list: name,
    q,
    more: cursor !== null,
    found: rows.map((contact) => ({
      id: contact.id,
      name: displayName(contact),
      email: contact.email,
      status: displayStatus(contact),
      member: members.has(contact.id),
    })),
  }
})

const CHOOSE = 'Choose at least one contact'
const FAILED = 'Failed to add contacts'

const AddForm = z.object({
  contactIds: z
    .array(z.uuid({ error: CHOOSE }), { error: CHOOSE })
    .min(1, CHOOSE)
    .max(1000),
})

export const action = formAction(
  AddForm,
  async ({ contactIds }, { app, db, userId, params }) => {
    const input = { personaId: params.id!, contactIds }
    const added = await addToPersona(db, userId, input, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.persona(params.id!), {
      kind: 'success',
      title: `Added ${added} contact(s) to email list`,
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog that searches existing contacts and adds them to the list. */
export default function AddExistingDialog() {
  const { id, list, q, more, found } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof AddForm>>(useActionData<typeof action>())
  const busy = useSubmitting()
  const wrong = [...(form.errors ?? []), ...(fields.contactIds.errors ?? [])]
  return (
    <RouteDialog
      title="Add Existing Contacts"
      description={`Choose existing contacts to add to "${list}". They stay in their other lists.`}
      closeTo={paths.persona(id)}
    >
      <div className="space-y-4">
        <SearchBox label="Search contacts" value={q} placeholder="Name or email..." />
        <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
          <FormErrors errors={wrong} id={form.errorId} />
          {found.length === 0 ? (
            <p className="py-4 text-center text-sm text-muted" role="status">
              {q.trim() ? `No contact matches "${q}" in address or name.` : 'Type part of a name or address.'}
            </p>
          ) : (
            <ul key={q} className="divide-y divide-line rounded-md border border-line">
              {found.map((contact) => (
                <li key={contact.id}>
                  <label className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm has-checked:bg-accent-soft">
                    <input
                      type="checkbox"
                      name="contactIds"
                      value={contact.id}
                      disabled={contact.member}
                      className="size-4 shrink-0 accent-accent"
                    />
                    <span className="min-w-0 grow">
                      <span className="block font-medium break-words">{contact.name}</span>
                      {contact.name !== contact.email && (
                        <span className="block text-muted">
                          <Address>{contact.email}</Address>
                        </span>
                      )}
                    </span>
                    {contact.member ? (
                      <Badge>In this list</Badge>
                    ) : (
                      contact.status !== 'Active' && <ContactStatusBadge status={contact.status} />
                    )}
                  </label>
                </li>
              ))}
            </ul>
          )}
          {more && (
            <p className="text-xs text-muted">Showing the newest {MOST}. Type more to narrow the search.</p>
          )}
          <DialogActions>
            <CancelLink to={paths.persona(id)} />
            <Button variant="primary" busy={busy && 'Adding...'} disabled={found.length === 0}>
              Add to Email List
            </Button>
          </DialogActions>
        </Form>
      </div>
    </RouteDialog>
  )
}
