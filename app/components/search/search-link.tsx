import { Link } from '@remix-run/react'
import clsx from 'clsx'
import type { MouseEvent } from 'react'
import { buttonClass } from '~/components/ui/button'
import { Search } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'
import { isMac, openPalette } from './open-palette'

/** Opens the search: the palette with scripts, its screen without them or in a new tab. */
export function SearchLink({ wide, className }: { wide?: boolean; className?: string }) {
  const hydrated = useHydrated()
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openPalette()
  }
  return (
    <Link
      to={paths.search()}
      onClick={onClick}
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      title={wide ? undefined : 'Search'}
      className={clsx(
        wide
          ? 'flex min-h-8 items-center gap-2 rounded-md border border-line bg-surface px-2 text-sm text-muted hover:border-line-strong hover:text-ink'
          : buttonClass({ variant: 'ghost', size: 'sm', square: true }),
        className,
      )}
    >
      <Search className="size-4 shrink-0" aria-hidden="true" />
      {wide && (
        <>
          <span className="grow">Search</span>
          <span className="font-sans text-2xs text-subtle" aria-hidden="true">
            {hydrated ? (isMac() ? '⌘K' : 'Ctrl K') : ''}
          </span>
        </>
      )}
    </Link>
  )
}
