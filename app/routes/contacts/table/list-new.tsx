import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { keepContactsQuery, readView } from '~/components/contacts/view'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { CreateListDialog } from '~/components/personas/create-list-dialog'
import { invalid } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { createList } from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import { NewPersona } from '~/models/personas/persona'
import { listPersonas } from '~/models/personas/persona.server'
import { paths } from '~/paths'
import { readTableQuery } from '../read-table.server'

export const meta = titled('Create dynamic list')

export const loader = page(async ({ db, userId, url }) => {
  const { words } = await readTableQuery(db, userId, readView(url.searchParams))
  const { rows } = await listPersonas(db, userId, { limit: 1000 })
  const listQuery = keepContactsQuery(url.search)
  return {
    words,
    closeTo: paths.contacts() + listQuery,
    change: rows.some(({ isDynamic }) => isDynamic) ? paths.changeDynamicList(listQuery) : null,
  }
})

export const action = formAction(
  NewPersona.omit({ filter: true }),
  async (input, { app, db, userId, url }) => {
    const { filter } = await readTableQuery(db, userId, readView(url.searchParams))
    if (filter === null) invalid('Add a filter to the contacts first')
    const { id } = await createList(db, userId, { ...input, filter: JSON.parse(filter) })
    return redirectWithToast(app, paths.persona(id), { kind: 'success', title: 'Dynamic list created' })
  },
  { once: {} },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create email list')

/** Creates an email list whose members are the contacts that pass the filter of the table. */
export default function NewDynamicListDialog() {
  const { words, closeTo, change } = useLoaderData<typeof loader>()
  return (
    <CreateListDialog
      title="Create dynamic list"
      description={`Its members are always the contacts where ${words ?? 'a filter holds'}. Who comes to match joins within a minute, and enters the sequences of the list.`}
      submit="Create dynamic list"
      closeTo={closeTo}
      instead={
        change && (
          <p className="text-sm">
            <Link to={change} preventScrollReset className="font-medium text-accent-ink underline">
              Change a list that you have
            </Link>
          </p>
        )
      }
      response={useActionData<typeof action>()}
    />
  )
}
