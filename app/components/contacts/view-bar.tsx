import { LinkButton } from '~/components/ui/button'
import { ListChecks, ListPlus, Plus, SlidersHorizontal, Trash2 } from '~/components/ui/icons'
import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/paths'
import { type ContactsView, hrefOf } from './view'

interface ViewBarProps {
  view: ContactsView
  /** The query string of the list. */
  listQuery: string
  views: { id: string; name: string }[]
  current: { id: string; name: string } | null
  /** The filter as a sentence; null for none. */
  filterWords: string | null
  /** Why the filter of the URL or the view does not count. */
  filterProblem: string | null
}

const PLAIN = { filter: '', sort: '', order: '', columns: '', page: 1, cursor: undefined } as const

/** The named views of a table, its filter, and what can be done with them. */
export function ViewBar({ view, listQuery, views, current, filterWords, filterProblem }: ViewBarProps) {
  const isChanged = Boolean(view.filter || view.sort || view.columns)
  return (
    <>
      {views.length > 0 && (
        <Tabs
          label="Views"
          tabs={[
            {
              to: hrefOf(paths.contacts(), { ...view, ...PLAIN, view: '' }),
              label: 'All contacts',
              current: !current,
            },
            ...views.map(({ id, name }) => ({
              to: hrefOf(paths.contacts(), { ...view, ...PLAIN, view: id }),
              label: name,
              current: current?.id === id,
              lazy: true,
            })),
          ]}
        />
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <LinkButton
          size="sm"
          to={paths.filterContacts(listQuery)}
          preventScrollReset
          icon={<SlidersHorizontal aria-hidden="true" />}
        >
          {filterWords ? 'Edit filter' : 'Add filter'}
        </LinkButton>
        <LinkButton
          size="sm"
          to={paths.chooseColumns(listQuery)}
          preventScrollReset
          icon={<ListChecks aria-hidden="true" />}
        >
          Columns
        </LinkButton>
        <LinkButton
          size="sm"
          to={hrefOf(paths.contacts(), view, {
            rows: view.rows === '50' ? '' : '50',
            page: 1,
            cursor: undefined,
          })}
          preventScrollReset
        >
          {view.rows === '50' ? 'Show 20 a page' : 'Show 50 a page'}
        </LinkButton>
        {isChanged && (
          <LinkButton
            size="sm"
            to={paths.newView(listQuery)}
            preventScrollReset
            icon={<Plus aria-hidden="true" />}
          >
            Save as view
          </LinkButton>
        )}
        {filterWords && (
          <LinkButton
            size="sm"
            to={paths.newDynamicList(listQuery)}
            preventScrollReset
            icon={<ListPlus aria-hidden="true" />}
          >
            Save as dynamic list
          </LinkButton>
        )}
        {current && (
          <LinkButton
            size="sm"
            variant="ghost"
            to={paths.deleteView(current.id) + listQuery}
            preventScrollReset
            icon={<Trash2 aria-hidden="true" />}
          >
            Delete view
          </LinkButton>
        )}
      </div>
      {filterWords && (
        <p className="mb-3 text-sm break-words">
          <span className="text-muted">Contacts where </span>
          {filterWords}.{' '}
          <LinkButton
            size="sm"
            variant="ghost"
            to={hrefOf(paths.contacts(), view, { filter: current ? 'none' : '', page: 1, cursor: undefined })}
            preventScrollReset
          >
            Clear filter
          </LinkButton>
        </p>
      )}
      {filterProblem && (
        <p role="alert" className="mb-3 text-sm text-danger-ink">
          The filter is left out: {filterProblem}.
        </p>
      )}
    </>
  )
}
