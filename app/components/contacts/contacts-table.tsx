import { Form, Link } from '@remix-run/react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Address } from '~/components/ui/address'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { ListChecks, Workflow } from '~/components/ui/icons'
import { RowActs } from '~/components/ui/list/row-acts'
import { SelectAll, useTicked } from '~/components/ui/list/select-all'
import { SortHead } from '~/components/ui/list/sort-head'
import { SelectTd, SelectTh, Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { Time } from '~/components/ui/time'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { Origin } from '~/models/contacts/origins.server'
import type { Standing } from '~/models/contacts/standing.server'
import { shownAddress } from '~/models/shared/addresses/email-domain'
import { paths } from '~/paths'
import { OriginBadge, StandingBadges } from './badges'
import { contactIn } from './view'

interface ContactRow extends Standing {
  id: string
  name: string
  email: string
  firstName: string | null
  lastName: string | null
  /** Title and organization. */
  work: string
  industry: string | null
  origin: Origin
  added: { at: string; text: string }
  /** The texts of the chosen columns. */
  cells: (string | null)[]
}

export interface ContactsTableProps {
  rows: ContactRow[]
  /** The query string that leads back here. */
  listQuery: string
  /** The chosen columns; empty for the usual ones. */
  columns: { value: string; label: string }[]
  /** What sorts the rows; null if the order is fixed. */
  sort: { by: string; order: 'asc' | 'desc' } | null
  sortHref: (by: string, order: 'asc' | 'desc') => string
  /** How many contacts match, on all pages; null if that is not known. */
  matching: { total: number; isAtLeast: boolean } | null
}

/** The contacts. A plain form sends the ticked ones to the Add to Sequence dialog. */
export function ContactsTable({ rows, listQuery, columns, sort, sortHref, matching }: ContactsTableProps) {
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
          <span className="flex flex-wrap items-center gap-2">
            {hydrated && ticked === rows.length && matching && matching.total > rows.length && (
              <LinkButton
                size="sm"
                variant="ghost"
                to={paths.changeContacts(`?${new URLSearchParams([...kept, ['all', 'yes']])}`)}
                preventScrollReset
              >
                {`Select all ${matching.isAtLeast ? 'that match' : `${matching.total.toLocaleString('en-US')} that match`}`}
              </LinkButton>
            )}
            {!hydrated && matching && (
              <LinkButton
                size="sm"
                variant="ghost"
                to={paths.changeContacts(`?${new URLSearchParams([...kept, ['all', 'yes']])}`)}
              >
                Change all that match
              </LinkButton>
            )}
            {(!hydrated || ticked > 0) && (
              <>
                <Button
                  size="sm"
                  formAction={paths.changeContacts()}
                  icon={<ListChecks aria-hidden="true" />}
                >
                  {hydrated ? `Change ${ticked}` : 'Change'}
                </Button>
                <Button size="sm" icon={<Workflow aria-hidden="true" />}>
                  {hydrated ? `Add ${ticked} to Sequence` : 'Add to Sequence'}
                </Button>
              </>
            )}
          </span>
        </div>
        <WideTable isWide={columns.length > 0}>
          <Table caption="Contacts">
            <TableHead>
              <SelectTh />
              <Head by="name" label="Contact" {...{ sort, sortHref }} />
              {(columns.length > 0 ? columns : USUAL).map(({ value, label }) => (
                <Head key={value} by={value} label={label} {...{ sort, sortHref }} />
              ))}
              <Th end>Actions</Th>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <Row key={row.id} {...{ row, listQuery, columns }} />
              ))}
            </TableBody>
          </Table>
        </WideTable>
      </Form>
    </Card>
  )
}

/** Chosen columns may be wider than the screen: then they are scrolled, also with the keyboard. */
const WideTable = ({ isWide, children }: { isWide: boolean; children: ReactNode }) =>
  isWide ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section aria-label="Columns of the table" tabIndex={0} className="overflow-x-auto -outline-offset-2">
      {children}
    </section>
  ) : (
    children
  )

/** The columns that every contact has, if the user chose no others. */
const USUAL = [
  { value: 'email', label: 'Email' },
  { value: 'industry', label: 'Industry' },
  { value: 'status', label: 'Status' },
  { value: 'createdAt', label: 'Added' },
]

/** Columns that have no order: a contact may be in several lists. */
const UNSORTED = ['status', 'tags', 'personaId', 'sequenceId', 'organization', 'notOpenedStreak']

function Head({
  by,
  label,
  sort,
  sortHref,
}: { by: string; label: string } & Pick<ContactsTableProps, 'sort' | 'sortHref'>) {
  if (!sort || UNSORTED.includes(by)) return <Th>{label}</Th>
  return (
    <SortHead
      label={label}
      current={sort.by === by ? sort.order : null}
      hrefOf={(order) => sortHref(by, order)}
    />
  )
}

/** A short text stays on one line in a wide table, which then gives its column the room. */
const onOneLine = (text: string) =>
  text.length <= 44 && '@min-[60rem]:whitespace-nowrap @min-[60rem]:[&_wbr]:hidden'

interface RowProps extends Pick<ContactsTableProps, 'listQuery' | 'columns'> {
  row: ContactRow
}

function Row({ row, listQuery, columns }: RowProps) {
  const { id, name, email, work, origin } = row
  return (
    <Tr>
      <SelectTd box={{ name: 'contactId', value: id, 'aria-label': `Select ${name}` }} />
      <Td
        className={clsx(
          columns.length > 0 ? '@2xl:min-w-64' : '@2xl:min-w-36 @min-[49rem]:min-w-48',
          '@max-2xl:pr-20! @max-2xl:pl-7!',
        )}
      >
        <span className="flex flex-wrap items-center gap-x-2">
          <Link
            to={contactIn(id, listQuery)}
            prefetch="intent"
            className="min-w-0 rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
          >
            {name === email ? shownAddress(email) : name}
          </Link>
          <OriginBadge origin={origin} />
        </span>
        {work && (
          <span
            title={work}
            className={clsx('line-clamp-2 text-xs [overflow-wrap:anywhere] text-muted', onOneLine(work))}
          >
            {work}
          </span>
        )}
      </Td>
      {columns.length === 0 ? (
        <UsualCells row={row} />
      ) : (
        columns.map(({ value, label }, index) => (
          <Td key={value} label={label} className="[overflow-wrap:anywhere]">
            <Cell row={row} column={value} text={row.cells[index] ?? null} />
          </Td>
        ))
      )}
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

const StatusCell = ({ row: { status, blacklisted, addressKind } }: { row: ContactRow }) => (
  <span className="flex flex-wrap gap-1 @max-2xl:justify-end">
    <StandingBadges {...{ status, blacklisted, addressKind }} />
  </span>
)

function UsualCells({ row }: { row: ContactRow }) {
  const { email, industry, added } = row
  return (
    <>
      <Td label="Email" className={clsx('@2xl:min-w-28 @min-[49rem]:min-w-36', onOneLine(email))}>
        <Address>{email}</Address>
      </Td>
      <Td label="Industry" className="[&>div]:[overflow-wrap:anywhere] @2xl:min-w-30 @min-[49rem]:min-w-34">
        {industry ?? <span className="text-muted">None</span>}
      </Td>
      <Td label="Status">
        <StatusCell row={row} />
      </Td>
      <Td label="Added" className="@min-[49rem]:whitespace-nowrap tabular-nums">
        <Time at={added.at}>{added.text}</Time>
      </Td>
    </>
  )
}

function Cell({ row, column, text }: { row: ContactRow; column: string; text: string | null }) {
  if (column === 'status') return <StatusCell row={row} />
  if (text === null) return <span className="text-muted">None</span>
  return (
    <span
      title={text}
      className={text.length > 24 ? '@2xl:line-clamp-2 @2xl:w-72' : '@2xl:whitespace-nowrap'}
    >
      {column === 'email' ? <Address>{text}</Address> : text}
    </span>
  )
}
