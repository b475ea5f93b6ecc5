import { Link, useLocation } from '@remix-run/react'
import type { ShellUser } from '~/components/page/state'
import { buttonClass } from '~/components/ui/button'
import { Menu as MenuIcon, X } from '~/components/ui/icons'
import { paths } from '~/paths'
import { SearchLink } from '../search/search-link'
import { BellLink } from './bell-link'
import { Logo } from './logo'
import { NavList } from './nav-list'
import { UserActions } from './user-menu'

/** The bar of narrow windows. The menu is a native disclosure; a new key on each page closes it. */
export function MobileBar({ user, unread }: { user: ShellUser | null; unread: number }) {
  const { key } = useLocation()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-sunken pt-13 md:hidden">
      <details key={key} className="group/bar">
        <summary
          aria-label="Menu"
          className={buttonClass(
            { variant: 'ghost', size: 'sm', square: true },
            'absolute top-1.5 right-3 z-10 size-10!',
          )}
        >
          <MenuIcon className="group-open/bar:hidden" aria-hidden="true" />
          <X className="hidden group-open/bar:block" aria-hidden="true" />
        </summary>
        <div className="max-h-[calc(100dvh-3.25rem)] overflow-y-auto border-t border-line px-3 pt-2 pb-4">
          <nav aria-label="Main">
            <NavList />
          </nav>
          {user && (
            <div className="mt-3 border-t border-line pt-3">
              <UserActions user={user} showName />
            </div>
          )}
        </div>
      </details>
      {/* At the right there is room for the menu and the button of the support chat. */}
      <div className="absolute inset-x-0 top-0 flex h-13 items-center gap-2 pr-25 pl-4">
        <Link
          to={paths.sequences()}
          className="flex min-h-11 min-w-0 grow items-center rounded-md"
          aria-label="Coldframe"
        >
          <Logo />
        </Link>
        <SearchLink className="size-10!" />
        {user && <BellLink unread={unread} className="size-10!" />}
      </div>
    </header>
  )
}
