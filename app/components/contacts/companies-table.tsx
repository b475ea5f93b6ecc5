import { Link } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { SortHead } from '~/components/ui/list/sort-head'
import { Table, TableBody, TableHead, Td, Tr } from '~/components/ui/list/table'
import type { Company, CompanyOrder } from '~/models/contacts/companies/company'
import { paths } from '~/paths'

interface CompaniesTableProps {
  rows: (Omit<Company, 'lastReplyAt'> & { lastReply: string | null })[]
  sort: { by: CompanyOrder; order: 'asc' | 'desc' }
  hrefOf: (by: CompanyOrder, order: 'asc' | 'desc') => string
}

const HEADS: { by: CompanyOrder; label: string; end?: boolean }[] = [
  { by: 'domain', label: 'Company' },
  { by: 'contacts', label: 'Contacts', end: true },
  { by: 'emailsSent', label: 'Emails sent', end: true },
  { by: 'lastReplyAt', label: 'Last reply' },
  { by: 'stopped', label: 'Stopped', end: true },
]

/** Companies, with what happened to their emails. */
export const CompaniesTable = ({ rows, sort, hrefOf }: CompaniesTableProps) => (
  <Card flush>
    <Table caption="Companies">
      <TableHead>
        {HEADS.map(({ by, label, end }) => (
          <SortHead
            key={by}
            {...{ label, end }}
            current={sort.by === by ? sort.order : null}
            hrefOf={(order) => hrefOf(by, order)}
          />
        ))}
      </TableHead>
      <TableBody>
        {rows.map(({ domain, name, contacts, emailsSent, lastReply, stopped }) => (
          <Tr key={domain}>
            <Td>
              <Link
                to={paths.company(domain)}
                prefetch="intent"
                className="rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {name ?? domain}
              </Link>
              {name && <span className="block text-xs [overflow-wrap:anywhere] text-muted">{domain}</span>}
            </Td>
            <Td end label="Contacts" className="tabular-nums">
              {contacts.toLocaleString('en-US')}
            </Td>
            <Td end label="Emails sent" className="tabular-nums">
              {emailsSent.toLocaleString('en-US')}
            </Td>
            <Td label="Last reply" className="tabular-nums">
              {lastReply ?? <span className="text-muted">None</span>}
            </Td>
            <Td end label="Stopped" className="tabular-nums">
              {stopped.toLocaleString('en-US')}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  </Card>
)
