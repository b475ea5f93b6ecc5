import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { Plus } from '~/components/ui/icons'
import { placeFields } from '~/models/sequences/flow/insert'
import type { Link as Way } from '~/models/sequences/flow/links'
import { paths } from '~/paths'
import { sayPlace } from './time-words'
import { useView } from './use-view'

export interface InsertLinkProps {
  sequenceId: string
  way: Way
  nameOf: (id: string) => string | undefined
  className?: string
}

/** The round "+" that inserts a step on a way. */
export function InsertLink({ sequenceId, way, nameOf, className }: InsertLinkProps) {
  const { inView } = useView()
  const label = `Insert a step ${sayPlace(way, nameOf)}`
  return (
    <Link
      to={inView(paths.newStep(sequenceId, placeFields({ after: way.from, branches: way.branches })))}
      preventScrollReset
      aria-label={label}
      title={label}
      className={clsx(
        'grid size-6 place-items-center rounded-full border border-line-strong bg-surface text-muted hover:border-accent hover:bg-accent-soft hover:text-accent-ink',
        className,
      )}
    >
      <Plus className="size-3.5" aria-hidden="true" />
    </Link>
  )
}
