import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ColumnsForm } from '~/components/contacts/columns-form'
import { hrefOf, keepContactsQuery, readView } from '~/components/contacts/view'
import { titled } from '~/components/page/meta'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { page } from '~/http/page.server'
import { columnChoices, pressedColumns, USUAL_COLUMNS } from '~/models/contacts/views/columns'
import { paths } from '~/paths'
import { readTableQuery } from '../read-table.server'

export const meta = titled('Columns')

export const loader = page(async ({ db, userId, url }) => {
  const { searchParams } = url
  const view = readView(searchParams)
  const { own, columns } = await readTableQuery(db, userId, view)
  const { press, chosen, others } = pressedColumns(
    columnChoices(own),
    columns.length > 0 ? columns : USUAL_COLUMNS,
    searchParams,
  )
  if (press === 'apply' || press === 'usual') {
    const isUsual = press === 'usual' || chosen.length === 0
    const columns = isUsual ? '' : chosen.map(({ value }) => value).join(',')
    throw redirect(hrefOf(paths.contacts(), view, { columns }))
  }
  return { chosen, others, listQuery: keepContactsQuery(url.search) }
})

/** Chooses and orders the columns of the table. */
export default function ColumnsDialog() {
  const { listQuery, ...columns } = useLoaderData<typeof loader>()
  const closeTo = paths.contacts() + listQuery
  return (
    <RouteDialog
      title="Columns"
      description="Beside the name, which is always first. Save a view to keep them."
      closeTo={closeTo}
    >
      <ColumnsForm action={paths.chooseColumns()} {...{ closeTo, listQuery, ...columns }} />
    </RouteDialog>
  )
}
