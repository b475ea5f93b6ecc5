import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ColumnsForm } from '~/components/contacts/columns-form'
import { COMPANY_PARAMETERS } from '~/components/contacts/companies-table'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { buttonAction } from '~/http/button.server'
import { type PageCall, page } from '~/http/page.server'
import { getCompanyColumns, setCompanyColumns } from '~/models/contacts/companies/companies.server'
import { COMPANY_COLUMNS, CompanyColumns } from '~/models/contacts/companies/company'
import { pressedColumns } from '~/models/contacts/views/columns'
import { paths } from '~/paths'

export const meta = titled('Columns')

export const loader = page(async ({ db, userId, url }) => {
  const kept = (await getCompanyColumns(db, userId)).map(({ value }) => value)
  const { chosen, others } = pressedColumns(COMPANY_COLUMNS, kept, url.searchParams)
  return { chosen, others, listQuery: keepListQuery(url.search, COMPANY_PARAMETERS) }
})

const FAILED = 'Failed to change the columns'
const back = ({ url }: PageCall) => paths.companies(keepListQuery(url.search, COMPANY_PARAMETERS))

export const action = buttonAction(
  z.object({ press: z.enum(['apply', 'usual']), column: CompanyColumns }),
  { failure: FAILED, back },
  async ({ press, column }, call) => {
    await setCompanyColumns(call.db, call.userId, press === 'usual' ? [] : column)
    return redirect(back(call))
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Chooses and orders the columns of the table of companies, which stay until they are changed. */
export default function CompanyColumnsDialog() {
  const { listQuery, ...columns } = useLoaderData<typeof loader>()
  const closeTo = paths.companies(listQuery)
  return (
    <RouteDialog title="Columns" description="Beside the company, which is always first." closeTo={closeTo}>
      <ColumnsForm
        action={paths.companyColumns(listQuery)}
        isStored
        {...{ closeTo, listQuery, ...columns }}
      />
    </RouteDialog>
  )
}
