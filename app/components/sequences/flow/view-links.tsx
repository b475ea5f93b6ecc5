import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { CANVAS, paths, withView } from '~/paths'
import { useView } from './use-view'

/** Chooses between the list and the canvas; the URL remembers it. */
export function ViewLinks({ sequenceId }: { sequenceId: string }) {
  const { view } = useView()
  const at = paths.sequence(sequenceId)
  return (
    <nav aria-label="View of the steps" className="flex rounded-md border border-line-strong p-0.5">
      {[
        { label: 'List', name: null },
        { label: 'Canvas', name: CANVAS },
      ].map(({ label, name }) => (
        <Link
          key={label}
          to={withView(at, name)}
          preventScrollReset
          aria-current={view === name ? 'page' : undefined}
          className={clsx(
            'inline-flex h-7 items-center rounded-sm px-2.5 text-sm font-medium max-sm:h-9 max-sm:px-3.5',
            view === name ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
