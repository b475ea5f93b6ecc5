import { Link } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { SortHead } from '~/components/ui/list/sort-head'
import { Table, TableBody, TableHead, Td, Tr } from '~/components/ui/list/table'
import type { COMPANY_COLUMNS, Company, CompanyOrder } from '~/models/contacts/companies/company'
import { paths } from '~/paths'

/** The URL parameters of the list of companies. */
export const COMPANY_PARAMETERS = ['q', 'view', 'sort', 'order', 'page']

type CompanyRow = Omit<Company, 'lastReplyAt'> & { lastReplyAt: string | null }

interface CompaniesTableProps {
  rows: CompanyRow[]
  columns: typeof COMPANY_COLUMNS
  sort: { by: CompanyOrder; order: 'asc' | 'desc' }
  hrefOf: (by: CompanyOrder, order: 'asc' | 'desc') => string
}

/** Companies, with what happened to their emails. */
export const CompaniesTable = ({ rows, columns, sort, hrefOf }: CompaniesTableProps) => (
  <Card flush>
    <Table caption="Companies">
      <TableHead>
        {[{ value: 'domain' as const, label: 'Company' }, ...columns].map(({ value, label }) => (
          <SortHead
            key={value}
            label={label}
            end={isNumber(value)}
            current={sort.by === value ? sort.order : null}
            hrefOf={(order) => hrefOf(value, order)}
          />
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <Tr key={row.domain}>
            <Td>
              <Link
                to={paths.company(row.domain)}
                prefetch="intent"
                className="rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {row.name ?? row.domain}
              </Link>
              {row.name && (
                <span className="block text-xs [overflow-wrap:anywhere] text-muted">{row.domain}</span>
              )}
            </Td>
            {columns.map(({ value, label }) => (
              <Td key={value} end={isNumber(value)} label={label} className="tabular-nums">
                {shown(row[value])}
              </Td>
            ))}
          </Tr>
        ))}
      </TableBody>
    </Table>
  </Card>
)

const isNumber = (column: CompanyOrder): boolean => column !== 'domain' && column !== 'lastReplyAt'

const shown = (value: string | number | null) =>
  value === null ? (
    <span className="text-muted">None</span>
  ) : typeof value === 'number' ? (
    value.toLocaleString('en-US')
  ) : (
    value
  )
