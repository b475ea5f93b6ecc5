import { useLocation } from '@remix-run/react'
import type { ShellUser } from '~/components/page/state'
import { ChevronsUpDown, KeyRound, LogOut } from '~/components/ui/icons'
import { Menu, MenuButton, MenuLine, MenuLink } from '~/components/ui/menu'
import { paths } from '~/paths'
import { ThemeChoice } from './theme-choice'

const nameOf = ({ fullName }: ShellUser) => fullName.trim() || 'User'

/** The user's name and address at the bottom of the sidebar, with the account menu. */
export function UserMenu({ user, collapsed }: { user: ShellUser; collapsed: boolean }) {
  const name = nameOf(user)
  return (
    <Menu
      label={`${name}, account menu`}
      align="start"
      side="top"
      className="block"
      triggerClass="flex min-h-10 items-center gap-2.5 rounded-md p-1 -outline-offset-2 hover:bg-hover group-open/menu:bg-hover"
      trigger={
        <>
          <span
            className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink uppercase"
            aria-hidden="true"
          >
            {[...name][0]}
          </span>
          {!collapsed && (
            <>
              <span className="min-w-0 grow leading-4">
                <span className="block truncate text-sm font-medium">{name}</span>
                <span className="block truncate text-2xs text-muted">{user.email}</span>
              </span>
              <ChevronsUpDown className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
            </>
          )}
        </>
      }
    >
      <UserActions user={user} showName={collapsed} />
    </Menu>
  )
}

/** The menu's entries; the phone menu shows them directly. */
export function UserActions({ user, showName }: { user: ShellUser; showName: boolean }) {
  const { pathname, search } = useLocation()
  const here = new URLSearchParams({ redirectTo: pathname + search })
  return (
    <div className="min-w-56">
      {showName && (
        <>
          <p className="truncate px-2.5 pt-1.5 text-sm font-medium">{nameOf(user)}</p>
          <p className="mb-1 truncate px-2.5 text-xs text-muted">{user.email}</p>
          <MenuLine />
        </>
      )}
      <ThemeChoice />
      <MenuLine />
      <MenuLink to={`${paths.changePassword()}?${here}`} icon={<KeyRound aria-hidden="true" />}>
        Change Password
      </MenuLink>
      <MenuButton action={paths.logout()} icon={<LogOut aria-hidden="true" />}>
        Logout
      </MenuButton>
    </div>
  )
}
