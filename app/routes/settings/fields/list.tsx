import { Outlet, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { SettingsHead } from '~/components/settings/settings-tabs'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { ListPlus } from '~/components/ui/icons'
import { page } from '~/http/page.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { MAX_FIELDS, type OwnField, TYPE_LABELS } from '~/models/contacts/own-fields/type'
import { variableTag } from '~/models/shared/variables'
import { paths } from '~/paths'

export const meta = titled('Fields of contacts')

export const loader = page(async ({ db, userId }) => ({ fields: await listOwnFields(db, userId) }))

/** The user's own fields of contacts. */
export default function FieldsScreen() {
  const { fields } = useLoaderData<typeof loader>()
  return (
    <>
      <SettingsHead />
      <div className="max-w-2xl">
        <Card
          title="Your fields"
          description={`What you know about contacts beyond name, company and place. Templates can use every field. At most ${MAX_FIELDS}.`}
          flush
          actions={
            <LinkButton size="sm" to={paths.newField()} preventScrollReset>
              Add field
            </LinkButton>
          }
        >
          {fields.length === 0 ? (
            <EmptyState
              bare
              icon={<ListPlus />}
              title="No fields of your own"
              text="Add one here, or keep a column when you import a file."
            />
          ) : (
            <ul className="divide-y divide-line">
              {fields.map((field) => (
                <Row key={field.id} field={field} />
              ))}
            </ul>
          )}
        </Card>
      </div>
      <Outlet />
    </>
  )
}

const Row = ({ field: { id, name, key, type, options } }: { field: OwnField }) => (
  <li className="flex items-center justify-between gap-3 px-4 py-2 sm:px-5">
    <div className="min-w-0">
      <p className="text-sm font-medium break-words">{name}</p>
      <p className="text-xs break-words text-muted">
        {TYPE_LABELS[type]}
        {options.length > 0 && `: ${options.join(', ')}`} · <code>{variableTag(key)}</code>
      </p>
    </div>
    <div className="flex shrink-0 gap-2">
      <LinkButton size="sm" to={paths.editField(id)} preventScrollReset aria-label={`Edit ${name}`}>
        Edit
      </LinkButton>
      <LinkButton size="sm" to={paths.deleteField(id)} preventScrollReset aria-label={`Delete ${name}`}>
        Delete
      </LinkButton>
    </div>
  </li>
)

export const ErrorBoundary = () => <RouteError back={{ to: paths.fields(), label: 'Back to the fields' }} />
