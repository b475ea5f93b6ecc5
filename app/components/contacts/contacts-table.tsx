import { Form, Link } from '@remix-run/react'
import { Address } from '~/components/ui/address'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { ArrowDown, ArrowUp, Workflow } from '~/components/ui/icons'
import { RowActs } from '~/components/ui/list/row-acts'
import { SelectAll, useTicked } from '~/components/ui/list/select-all'
import { SelectTd, SelectTh, Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { Time } from '~/components/ui/time'
import { useHydrated } from '~/components/ui/use-hydrated'
import { shownAddress } from '~/models/shared/email-domain'
import { paths } from '~/paths'
import { BlacklistedBadge, type ContactStatus, ContactStatusBadge, OriginBadge } from './badges'

interface ContactRow {
  id: string
  name: string
  email: string
  firstName: string | null
  lastName: string | null
  /** Title and organization. */
  work: string
  industry: string | null
  status: ContactStatus
  blacklisted: boolean
  fromApollo: boolean
  added: { at: string; text: string }
}

export interface ContactsTableProps {
  rows: ContactRow[]
  /** The query string that leads back here. */
  listQuery: string
  /** The link for the other direction of Added; null if the order is fixed. */
  order: { direction: 'asc' | 'desc'; other: string } | null
}

/** The contacts. A plain form sends the ticked ones to the Add to Sequence dialog. */
export function ContactsTable({ rows, listQuery, order }: ContactsTableProps) {
  const hydrated = useHydrated()
  const { form, ticked, count, tickAll } = useTicked('contactId', rows)
  const kept = [...new URLSearchParams(listQuery)]
  return (
    <Card flush>
      <Form
        ref={form}
        method="get"
        action={paths.addContactsToSequence()}
        preventScrollReset
        onChange={count}
        className="@container"
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-sunken px-4 py-1.5 sm:px-5">
          {hydrated ? (
            <SelectAll ticked={ticked} all={rows.length} onChange={tickAll} />
          ) : (
            <span className="py-1 text-sm text-muted">Select contacts to add them to a sequence</span>
          )}
          {order && (
            <span className="hidden text-xs text-muted @max-2xl:inline">
              <SortLink {...order} />
            </span>
          )}
          {(!hydrated || ticked > 0) && (
            <Button size="sm" icon={<Workflow aria-hidden="true" />}>
              {hydrated ? `Add ${ticked} to Sequence` : 'Add to Sequence'}
            </Button>
          )}
        </div>
        <Table caption="Contacts">
          <TableHead>
            <SelectTh />
            <Th>Contact</Th>
            <Th>Email</Th>
            <Th>Industry</Th>
            <Th>Status</Th>
            <Th aria-sort={order ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}>
              {order ? (
                <>
                  <span className="@max-2xl:hidden">
                    <SortLink {...order} />
                  </span>
                  <span className="hidden @max-2xl:inline">Added</span>
                </>
              ) : (
                'Added'
              )}
            </Th>
            <Th end>Actions</Th>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <Row key={row.id} row={row} listQuery={listQuery} />
            ))}
          </TableBody>
        </Table>
      </Form>
    </Card>
  )
}

const SortLink = ({ direction, other }: { direction: 'asc' | 'desc'; other: string }) => (
  <Link
    to={other}
    preventScrollReset
    className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
    title={direction === 'desc' ? 'Show the oldest first' : 'Show the newest first'}
  >
    Added
    {direction === 'desc' ? (
      <ArrowDown className="size-3.5" aria-hidden="true" />
    ) : (
      <ArrowUp className="size-3.5" aria-hidden="true" />
    )}
    <span className="sr-only">{direction === 'desc' ? ', newest first' : ', oldest first'}</span>
  </Link>
)

function Row({ row, listQuery }: { row: ContactRow; listQuery: string }) {
  const { id, name, email, work, industry, status, blacklisted, fromApollo, added } = row
  return (
    <Tr>
      <SelectTd box={{ name: 'contactId', value: id, 'aria-label': `Select ${name}` }} />
      <Td className="@2xl:min-w-36 @min-[49rem]:min-w-48 @max-2xl:pr-20! @max-2xl:pl-7!">
        <span className="flex flex-wrap items-center gap-x-2">
          <Link
            to={paths.contact(id)}
            prefetch="intent"
            className="min-w-0 rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
          >
            {name === email ? shownAddress(email) : name}
          </Link>
          <OriginBadge fromApollo={fromApollo} />
        </span>
        {work && <span className="block text-xs [overflow-wrap:anywhere] text-muted">{work}</span>}
      </Td>
      <Td label="Email" className="@2xl:min-w-28 @min-[49rem]:min-w-36">
        <Address>{email}</Address>
      </Td>
      <Td label="Industry" className="[&>div]:[overflow-wrap:anywhere] @2xl:min-w-30 @min-[49rem]:min-w-34">
        {industry ?? <span className="text-muted">None</span>}
      </Td>
      <Td label="Status">
        <span className="flex flex-wrap gap-1 @max-2xl:justify-end">
          <ContactStatusBadge status={status} />
          {blacklisted && <BlacklistedBadge />}
        </span>
      </Td>
      <Td label="Added" className="@min-[49rem]:whitespace-nowrap tabular-nums">
        <Time at={added.at}>{added.text}</Time>
      </Td>
      <Td end corner>
        <span className="inline-flex">
          <RowActs
            name={name}
            edit={paths.editListed(id) + listQuery}
            remove={paths.deleteListed(id) + listQuery}
          />
        </span>
      </Td>
    </Tr>
  )
}
