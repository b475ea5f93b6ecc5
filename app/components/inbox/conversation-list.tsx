import { Form, Link, useNavigation } from '@remix-run/react'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { Clock } from '~/components/ui/icons'
import { paths } from '~/paths'
import { BulkBar } from './bulk-bar'
import { LabelChip } from './label-chip'

/** A row of the list. */
interface ConversationRow {
  id: string
  contactName: string
  contactEmail: string
  subject: string
  snippet: string
  unread: boolean
  label: string | null
  sequence: string | null
  /** When the newest message arrived: for machines, and as text. */
  at: string
  time: string
  /** Until when it is snoozed, formatted. */
  until: string | null
}

export interface ConversationListProps {
  rows: ConversationRow[]
  labels: { name: string; positive: boolean }[]
  /** The open conversation. */
  open: string | null
  /** The query string of the list. */
  listQuery: string
}

/** The rows with their checkboxes: one form, whose buttons change the ticked conversations. */
export function ConversationList({ rows, labels, open, listQuery }: ConversationListProps) {
  const { location, state, formAction } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const changing = state !== 'idle' && formAction === paths.changeConversations()
  const wasChanging = useRef(false)
  useEffect(() => {
    // What was changed is no longer selected.
    if (wasChanging.current && !changing) form.current?.reset()
    wasChanging.current = changing
  }, [changing])
  return (
    <Form
      ref={form}
      method="post"
      action={paths.changeConversations()}
      preventScrollReset
      className="group/list flex min-h-0 flex-col rounded-lg border border-line bg-surface shadow-card"
    >
      <input type="hidden" name="listQuery" value={listQuery} />
      {open && <input type="hidden" name="open" value={open} />}
      <BulkBar labels={labels} rows={rows.length} />
      <ul
        key={rows.map(({ id }) => id).join()}
        className="min-h-0 divide-y divide-line overflow-y-auto overscroll-contain rounded-lg"
      >
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            labels={labels}
            current={row.id === open}
            loading={location?.pathname === paths.conversation(row.id)}
            to={paths.conversation(row.id, listQuery)}
          />
        ))}
      </ul>
    </Form>
  )
}

function Row({ row, labels, current, loading, to }: RowProps) {
  const { id, contactName, contactEmail, subject, snippet, unread, label, sequence, at, time, until } = row
  const who = contactName || contactEmail
  return (
    <li
      className={clsx(
        'relative flex gap-2.5 py-2.5 pr-3 pl-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-ring',
        current || loading ? 'bg-accent-soft' : 'hover:bg-sunken has-checked:bg-sunken',
      )}
    >
      <input
        type="checkbox"
        name="ids"
        value={id}
        aria-label={`Select conversation with ${who}`}
        className="relative z-10 mt-0.5 size-4 shrink-0 accent-accent max-sm:size-5"
      />
      <div className="min-w-0 grow text-sm">
        <p className="flex items-baseline gap-2">
          {unread && (
            <span className="size-2 shrink-0 self-center rounded-full bg-accent">
              <span className="sr-only">Unread</span>
            </span>
          )}
          <Link
            to={to}
            prefetch="none"
            preventScrollReset
            data-conversation={id}
            aria-current={current ? 'true' : undefined}
            // Covers the whole row.
            className={clsx(
              'min-w-0 grow truncate outline-none before:absolute before:inset-0',
              unread ? 'font-semibold' : 'font-medium',
            )}
          >
            {who}
          </Link>
          <time dateTime={at} className="shrink-0 text-xs text-muted">
            {time}
          </time>
        </p>
        <p className={clsx('truncate', unread && 'font-medium')}>{subject || '(no subject)'}</p>
        <p className="truncate text-muted">{snippet}</p>
        {(label || sequence || until) && (
          <p className="mt-1 flex min-w-0 items-center gap-2 text-xs text-muted">
            {label && <LabelChip name={label} labels={labels} />}
            {until && (
              <span className="flex shrink-0 items-center gap-1">
                <Clock className="size-3.5" aria-hidden="true" />
                <span className="sr-only">Snoozed until</span>
                {until}
              </span>
            )}
            {sequence && !until && <span className="truncate">{sequence}</span>}
          </p>
        )}
      </div>
    </li>
  )
}

interface RowProps {
  row: ConversationRow
  labels: { name: string; positive: boolean }[]
  current: boolean
  /** It is being opened. */
  loading: boolean
  to: string
}
