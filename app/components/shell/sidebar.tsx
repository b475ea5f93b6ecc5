import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { type ShellUser, useSidebar } from '~/components/page/state'
import { buttonClass } from '~/components/ui/button'
import { PanelLeftClose, PanelLeftOpen } from '~/components/ui/icons'
import { Tooltip } from '~/components/ui/tooltip'
import { paths } from '~/paths'
import { SearchLink } from '../search/search-link'
import { BellLink } from './bell-link'
import { Logo, LogoMark } from './logo'
import { NavList } from './nav-list'
import { NavRail } from './nav-rail'
import { PreferenceForm } from './preference-form'
import { UserMenu } from './user-menu'

/** The sidebar of wide windows: header with the bell, groups, and the user at the bottom; only the groups without a user. */
export function Sidebar({ user, unread }: { user: ShellUser | null; unread: number }) {
  const { collapsed, forced } = useSidebar()
  return (
    <aside
      aria-label="Sidebar"
      className={clsx(
        'sticky top-0 z-20 hidden h-dvh shrink-0 flex-col border-r border-line bg-sunken md:flex',
        collapsed
          ? 'w-14'
          : 'w-60 narrow-scripted:w-14 narrow-scripted:*:invisible narrow-scripted:overflow-hidden',
      )}
    >
      <div
        className={clsx(
          'flex shrink-0 items-center gap-0.5 px-2.5 pt-3 pb-2',
          collapsed && 'flex-col gap-2.5',
        )}
      >
        <Link to={paths.sequences()} className="min-w-0 grow rounded-md" aria-label="Coldframe">
          {collapsed ? <LogoMark className="size-7" /> : <Logo tagline="Email Automation" />}
        </Link>
        {user && <BellLink unread={unread} />}
        {!forced && <CollapseToggle collapsed={collapsed} />}
      </div>
      <div className={clsx('shrink-0 px-2.5', collapsed ? 'flex justify-center pb-1' : 'pb-2')}>
        <SearchLink wide={!collapsed} />
      </div>
      <nav
        aria-label="Main"
        className={clsx('min-h-0 grow px-2.5 py-2', !collapsed && 'overflow-y-auto overscroll-contain')}
      >
        {collapsed ? <NavRail /> : <NavList />}
      </nav>
      {user && (
        <div className={clsx('shrink-0 border-t border-line', collapsed ? 'px-2 py-2' : 'p-2')}>
          <UserMenu user={user} collapsed={collapsed} />
        </div>
      )}
    </aside>
  )
}

function CollapseToggle({ collapsed }: { collapsed: boolean }) {
  const label = collapsed ? 'Expand sidebar' : 'Collapse sidebar'
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <PreferenceForm name="sidebar" className="flex">
      <Tooltip label={label}>
        <button
          type="submit"
          name="sidebar"
          value={collapsed ? 'open' : 'collapsed'}
          aria-label={label}
          aria-expanded={!collapsed}
          className={buttonClass({ variant: 'ghost', size: 'sm', square: true })}
        >
          <Icon aria-hidden="true" />
        </button>
      </Tooltip>
    </PreferenceForm>
  )
}
