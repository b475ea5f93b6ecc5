import { Form } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { ListPlus, Users } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { SelectAll, useTicked } from '~/components/ui/list/select-all'
import { SelectTd, SelectTh, Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { formatCount } from '~/components/ui/numbers'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'
import { EmailCell, type Unlocked } from './email-cell'
import { finderQuery, queryFields } from './finder-query'

interface ResultLead {
  id: string
  name: string
  title: string | null
  company: string | null
  email: string | null
  known: boolean
}

export interface ResultsProps {
  leads: ResultLead[]
  page: number
  perPage: number
  totalEntries: number
  totalPages: number
  /** The query string of the finder's URL. */
  search: string
  /** Addresses revealed in this view, by id. */
  revealed: Record<string, Unlocked>
  onRevealed(lead: Unlocked): void
}

/** The leads of a search, and the actions on the selected ones. */
export function Results(props: ResultsProps) {
  const { leads, page, perPage, totalEntries, totalPages, search, revealed, onRevealed } = props
  const hydrated = useHydrated()
  const { form, ticked, count, tickAll } = useTicked('leadId', leads)
  if (leads.length === 0) {
    return (
      <EmptyState
        icon={<Users />}
        title="No leads found"
        text="No leads match all of these filters. Remove or broaden a filter."
      />
    )
  }
  const first = (page - 1) * perPage + 1
  const at = (number: number) => `${paths.leadsFinder()}${finderQuery(search, number)}#results`
  const finder = paths.leadsFinder() + finderQuery(search)
  return (
    <Form ref={form} method="get" action={paths.addLeads()} preventScrollReset onChange={count}>
      {/* Enter in a tick box means the first button, which must reveal nothing. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        Add Selected
      </button>
      {queryFields(search).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Card
        title={`Showing ${formatCount(first)}-${formatCount(first + leads.length - 1)} of ${formatCount(totalEntries)} total`}
        flush
        footer={
          <div className="grow">
            <KeysetPager
              newer={page > 1 ? at(page - 1) : null}
              older={page < totalPages ? at(page + 1) : null}
              labels={{ newer: 'Previous', older: 'Next' }}
              summary={`Page ${formatCount(page)} of ${formatCount(totalPages)}`}
              label="Pages of leads"
            />
          </div>
        }
      >
        {hydrated && (
          <SelectAll
            ticked={ticked}
            all={leads.length}
            onChange={tickAll}
            className="min-h-10 border-b border-line bg-sunken px-4 sm:px-5"
          />
        )}
        <Table caption="Leads">
          <TableHead>
            <SelectTh />
            <Th>Name</Th>
            <Th>Job Title</Th>
            <Th>Company</Th>
            <Th>Emails</Th>
          </TableHead>
          <TableBody>
            {leads.map((lead) => (
              <Tr key={lead.id}>
                <SelectTd
                  box={{
                    name: 'leadId',
                    // The mark tells the dialog, which receives only this value, that the lead has no address.
                    value: lead.email === null ? `${lead.id}~` : lead.id,
                    'aria-label': `Select ${lead.name}`,
                  }}
                />
                <Td className="min-w-32 font-medium @max-2xl:pl-7!">
                  {revealed[lead.id]?.name ?? lead.name}
                </Td>
                <Td label="Job Title">{lead.title ?? <span className="text-muted">N/A</span>}</Td>
                <Td label="Company">
                  <Company name={lead.company} />
                </Td>
                <Td label="Emails">
                  <EmailCell
                    id={lead.id}
                    name={lead.name}
                    email={lead.email}
                    known={lead.known}
                    revealed={revealed[lead.id]?.email}
                    action={finder}
                    onRevealed={onRevealed}
                  />
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      </Card>
      {(!hydrated || ticked > 0) && (
        <fieldset
          aria-label="Selected leads"
          className="sticky bottom-0 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-4 py-2.5 shadow-pop"
        >
          <span role="status" className="mr-auto text-sm font-medium">
            {hydrated ? `${ticked} lead(s) selected` : 'Select leads to add them'}
          </span>
          {hydrated && (
            <Button type="button" variant="ghost" size="sm" onClick={() => tickAll(false)}>
              Clear selection
            </Button>
          )}
          <Button size="sm" name="all" value="true">
            Add All Results ({formatCount(totalEntries)})
          </Button>
          <Button size="sm" variant="primary" icon={<ListPlus aria-hidden="true" />}>
            Add Selected{hydrated && ` (${ticked})`}
          </Button>
        </fieldset>
      )}
    </Form>
  )
}

/** A company by its initial. A logo would be loaded from another site, which would then learn who is viewed. */
const Company = ({ name }: { name: string | null }) =>
  name ? (
    <span className="inline-flex max-w-full items-center gap-2">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-md bg-sunken text-2xs font-semibold text-muted ring-1 ring-line ring-inset"
      >
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="min-w-0 break-words">{name}</span>
    </span>
  ) : (
    <span className="text-muted">N/A</span>
  )
