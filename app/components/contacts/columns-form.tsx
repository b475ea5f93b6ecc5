import { Form } from '@remix-run/react'
import { usePressesInTurn } from '~/components/forms/use-presses-in-turn'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions } from '~/components/ui/dialog/route-dialog'
import { ArrowDown, ArrowUp, Plus, X } from '~/components/ui/icons'
import type { Column } from '~/models/contacts/views/columns'

export interface ColumnsFormProps {
  /** Its own URL: each button loads it again with the changed columns. */
  action: string
  closeTo: string
  /** The query string that leads back to the rows. */
  listQuery: string
  chosen: Column[]
  others: Column[]
  /** Whether the columns are stored when they are applied. */
  isStored?: boolean
}

/** Chooses and orders the columns of a table, one press at a time; it works without scripts. */
export function ColumnsForm({
  action,
  closeTo,
  listQuery,
  chosen,
  others,
  isStored = false,
}: ColumnsFormProps) {
  const { onSubmit } = usePressesInTurn()
  const applied = isStored ? ({ formMethod: 'post' } as const) : {}
  return (
    <Form method="get" action={action} preventScrollReset className="space-y-4" onSubmit={onSubmit}>
      <button
        type="submit"
        name="press"
        value="apply"
        {...applied}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        Show columns
      </button>
      {[...new URLSearchParams(listQuery)].map(([name, value]) => (
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
      {others.length > 0 && (
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
      )}
      <DialogActions>
        <Button name="press" value="usual" {...applied} variant="ghost">
          Usual columns
        </Button>
        <CancelLink to={closeTo} />
        <Button variant="primary" name="press" value="apply" {...applied}>
          Show columns
        </Button>
      </DialogActions>
    </Form>
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
