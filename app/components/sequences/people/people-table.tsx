import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { SelectTd, SelectTh, Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { paths } from '~/paths'
import { BULK_FORM, BulkActs } from './bulk-acts'
import { PersonActs, type PersonActsProps } from './person-acts'
import { PersonBadge } from './person-badge'

type Person = PersonActsProps['person'] & {
  opened: boolean
  replied: boolean
  bounced: boolean
  why: string
}

export interface PeopleTableProps {
  sequenceId: string
  rows: Person[]
  /** The query string of the list, to return to. */
  listQuery: string
}

/** The contacts of a sequence: step, reactions and status, with buttons for one contact or for the ticked ones. */
export const PeopleTable = ({ sequenceId, rows, listQuery }: PeopleTableProps) => (
  <Card flush>
    {rows.some(({ status }) => status === 'active') && (
      <BulkActs sequenceId={sequenceId} listQuery={listQuery} />
    )}
    <Table caption="Contacts in the sequence">
      <TableHead>
        <SelectTh />
        <Th>Contact</Th>
        <Th>Step</Th>
        <Th>Reactions</Th>
        <Th>Status</Th>
        <Th end>
          <span className="sr-only">Actions</span>
        </Th>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <Row key={row.id} sequenceId={sequenceId} row={row} />
        ))}
      </TableBody>
    </Table>
  </Card>
)

function Row({ sequenceId, row }: { sequenceId: string; row: Person }) {
  const name = row.name || row.email
  return (
    <Tr>
      <SelectTd
        box={
          row.status === 'active'
            ? { form: BULK_FORM, name: 'ids', value: row.id, 'aria-label': `Select ${name}` }
            : null
        }
      />
      <Td className={clsx('@2xl:min-w-44 @max-2xl:pr-10!', row.status === 'active' && '@max-2xl:pl-7!')}>
        <Link
          to={paths.sequencePerson(sequenceId, row.id)}
          className="rounded-sm font-medium break-words hover:underline"
        >
          {name}
        </Link>
        {row.name && (
          <span className="block text-xs text-muted">
            <Address>{row.email}</Address>
          </span>
        )}
      </Td>
      <Td label="Step" className="sm:whitespace-nowrap">
        {row.step ?? <PersonBadge status={row.status} />}
      </Td>
      <Td label="Reactions">
        <span className="flex flex-wrap gap-1 @max-2xl:justify-end">
          {row.opened && <Badge tone="info">Opened</Badge>}
          {row.replied && <Badge tone="success">Replied</Badge>}
          {row.bounced && <Badge tone="danger">Bounced</Badge>}
          {!row.opened && !row.replied && !row.bounced && <span className="text-muted">None</span>}
        </span>
      </Td>
      <Td label="Status" className="max-w-md break-words text-muted @md:@max-2xl:col-span-2">
        {row.why}
      </Td>
      <Td end corner>
        <PersonActs sequenceId={sequenceId} person={row} from="people" />
      </Td>
    </Tr>
  )
}
