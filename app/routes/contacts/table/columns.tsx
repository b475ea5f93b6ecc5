import { redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { hrefOf, keepContactsQuery, readView } from '~/components/contacts/view'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { ArrowDown, ArrowUp, Plus, X } from '~/components/ui/icons'
import { page } from '~/http/page.server'
import { columnChoices, USUAL_COLUMNS } from '~/models/contacts/views/columns'
import { paths } from '~/paths'
import { readTableQuery } from '../read-table.server'

export const meta = titled('Columns')

export const loader = page(async ({ db, userId, url }) => {
  const { searchParams } = url
  const view = readView(searchParams)
  const { own, columns } = await readTableQuery(db, userId, view)
  const all = columnChoices(own)
  const labels = new Map(all.map(({ value, label }) => [value, label]))
  const press = searchParams.get('press')?.slice(0, 300) ?? ''
  const given = searchParams.getAll('column').filter((column) => labels.has(column))
  const chosen = searchParams.has('press')
    ? [...new Set(given)]
    : columns.length > 0
      ? columns
      : USUAL_COLUMNS
  if (press === 'apply' || press === 'usual') {
    const isUsual = press === 'usual' || chosen.length === 0
    throw redirect(hrefOf(paths.contacts(), view, { columns: isUsual ? '' : chosen.join(',') }))
  }
  const shown = changed(chosen, press, searchParams.get('more') ?? '').filter((column) => labels.has(column))
  return {
    chosen: shown.map((value) => ({ value, label: labels.get(value)! })),
    others: all.filter(({ value }) => !shown.includes(value)),
    listQuery: keepContactsQuery(url.search),
  }
})

/** The columns after a button was pressed: `add`, `remove:city`, `up:city`, `down:city`. */
function changed(columns: string[], press: string, more: string): string[] {
  const [what, column = ''] = press.split(/:(.*)/)
  if (what === 'add') return [...columns, more]
  if (what === 'remove') return columns.filter((one) => one !== column)
  const from = columns.indexOf(column)
  const to = what === 'up' ? from - 1 : what === 'down' ? from + 1 : from
  if (from < 0 || to < 0 || to >= columns.length) return columns
  return columns.with(from, columns[to]!).with(to, column)
}

/** Chooses and orders the columns of the table. */
export default function ColumnsDialog() {
  const { chosen, others, listQuery } = useLoaderData<typeof loader>()
  const closeTo = paths.contacts() + listQuery
  const kept = [...new URLSearchParams(listQuery)]
  const isLoading = useNavigation().state !== 'idle'
  return (
    <RouteDialog
      title="Columns"
      description="Beside the name, which is always first. Save a view to keep them."
      closeTo={closeTo}
    >
      <Form method="get" action={paths.chooseColumns()} preventScrollReset className="space-y-4">
        <button type="submit" name="press" value="apply" tabIndex={-1} aria-hidden="true" className="sr-only">
          Show columns
        </button>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ol className="divide-y divide-line rounded-lg border border-line">
          {chosen.map(({ value, label }, index) => (
            <li key={value} className="flex items-center justify-between gap-2 px-3 py-1.5 text-sm">
              <input type="hidden" name="column" value={value} />
              <span className="min-w-0 break-words">{label}</span>
              <span className="flex shrink-0">
                <Move what="up" {...{ value, label }} disabled={index === 0} />
                <Move what="down" {...{ value, label }} disabled={index === chosen.length - 1} />
                <Move what="remove" {...{ value, label }} />
              </span>
            </li>
          ))}
        </ol>
        <div className="flex gap-2">
          <select
            key={others.length}
            name="more"
            aria-label="Another column"
            className="control min-w-0 grow"
          >
            {others.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Button name="press" value="add" icon={<Plus aria-hidden="true" />}>
            Add
          </Button>
        </div>
        <DialogActions>
          <Button name="press" value="usual" variant="ghost">
            Usual columns
          </Button>
          <CancelLink to={closeTo} />
          {/* What was pressed before must have arrived. */}
          <Button variant="primary" name="press" value="apply" disabled={isLoading}>
            Show columns
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}

const ICONS = { up: ArrowUp, down: ArrowDown, remove: X }
const WORDS = { up: 'Move up', down: 'Move down', remove: 'Remove' }

interface MoveProps {
  what: keyof typeof ICONS
  value: string
  label: string
  disabled?: boolean
}

function Move({ what, value, label, disabled = false }: MoveProps) {
  const Icon = ICONS[what]
  return (
    <Button
      size="sm"
      variant="ghost"
      square
      name="press"
      value={`${what}:${value}`}
      disabled={disabled}
      aria-label={`${WORDS[what]}: ${label}`}
      title={WORDS[what]}
      icon={<Icon aria-hidden="true" />}
    />
  )
}
